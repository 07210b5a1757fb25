import { toCanonicalJson } from '../json/canonical-json.ts';
import { nominalKappa } from '../stats/interval/nominal-kappa.ts';
import type { TranscriptEvent } from '../core/trial/transcript.ts';

/** How far two variants, or a run and an earlier one, make the same calls in the same places. */
export interface Agreement {
  /** Places that were compared: the nth call of the same trial; no call where one side had ended. */
  readonly places: number;
  /** Places where both sides called the same tool, or both none. */
  readonly sameTool: number;
  /** Cohen's kappa over the tools; `null` where chance alone would agree always. */
  readonly selection: number | null;
  /** Places where both sides called the same tool, and those of them with the same arguments. */
  readonly calls: number;
  readonly sameArguments: number;
  /** Cohen's kappa over the arguments where the tool is the same. */
  readonly arguments: number | null;
}

/** The calls that a model made in one trial, in order. */
export interface MadeCalls {
  readonly key: string;
  readonly calls: readonly { readonly tool: string; readonly text: string }[];
}

/** Reads the calls of the model's own out of a transcript. */
export function readMadeCalls(key: string, events: readonly TranscriptEvent[]): MadeCalls {
  const calls = events.flatMap((event) =>
    event.type === 'judged' && event.injected === undefined && event.unsaid === undefined
      ? [{ tool: event.name, text: toCanonicalJson(event.arguments) }]
      : [],
  );
  return { key, calls };
}

/** Compares the calls of the trials that both sides have. */
export function measureAgreement(
  first: readonly MadeCalls[],
  second: readonly MadeCalls[],
): Agreement {
  const others = new Map(second.map((trial) => [trial.key, trial.calls]));
  const tools: (readonly [string, string])[] = [];
  const texts: (readonly [string, string])[] = [];
  for (const { key, calls } of first) {
    const other = others.get(key);
    if (other === undefined) continue;
    // Trials without any call on either side agree on that.
    const places = Math.max(calls.length, other.length, 1);
    for (let index = 0; index < places; index += 1) {
      const [mine, theirs] = [calls[index], other[index]];
      tools.push([mine?.tool ?? '', theirs?.tool ?? '']);
      if (mine !== undefined && mine.tool === theirs?.tool) {
        texts.push([`${mine.tool} ${mine.text}`, `${theirs.tool} ${theirs.text}`]);
      }
    }
  }
  return {
    places: tools.length,
    sameTool: tools.filter(([one, other]) => one === other).length,
    selection: nominalKappa(tools),
    calls: texts.length,
    sameArguments: texts.filter(([one, other]) => one === other).length,
    arguments: nominalKappa(texts),
  };
}
