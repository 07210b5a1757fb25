import type { RigError } from '../core/rig-error.ts';
import type { JsonObject } from '../json/json.ts';
import { compileSchema } from '../schema/judge/compile-schema.ts';
import { listInputs } from './input/list-inputs.ts';
import { listSeeds } from './input/list-seeds.ts';
import type { ProbeInput, ProbeKind } from './input/probe-input.ts';
import { hasActed, isAnswered, judgeGrade } from './judge/judge-grade.ts';
import { judgePlay, type PlayFlaw, shorten } from './judge/judge-play.ts';
import { judgeForeignId, judgeIdentity, toAbsentInput } from './judge/judge-strangers.ts';
import { type Play, playInput } from './play/play-input.ts';
import type { ProbeContext } from './play/probe-context.ts';
import { ProbeService, type ProbeSubject } from './play/probe-service.ts';
import type { GradeVerdict, ProbeCode, ProbedTool, ProbeFinding } from './probe-report.ts';

/** Valid calls that are made to see what a tool does; a real service gets one. */
const mostValid = 150;

/** A service that broke so often in a row is left alone. */
const mostFailures = 3;

/** Plays the whole battery on one tool. */
export async function probeTool(
  subject: ProbeSubject,
  contexts: readonly ProbeContext[],
  options: { readonly live: boolean; readonly unchecked: boolean; readonly signal: AbortSignal },
): Promise<ProbedTool & { readonly failure?: RigError }> {
  const service = new ProbeService(subject, options);
  try {
    const battery = new Battery(subject, service, options.signal);
    const valid = await battery.playValid(contexts);
    await battery.playUnusual(chooseHome(valid, contexts));
    return battery.report();
  } finally {
    await service.dispose();
  }
}

/** Where the unusual calls are made: where a valid one did what the tool is for, else where it was answered. */
function chooseHome(
  plays: readonly Play[],
  contexts: readonly ProbeContext[],
): { readonly seed: JsonObject; readonly context: ProbeContext } {
  const best =
    plays.find(({ first }) => hasActed(first)) ??
    plays.find(({ first }) => first.status === 'success') ??
    plays.find(({ first }) => isAnswered(first)) ??
    plays[0];
  const context = best?.context ?? contexts[0];
  // A suite without scenarios is refused before.
  if (context === undefined) throw new Error('There is no world to probe in');
  // Arguments of the battery are objects, but for those that are meant not to be.
  const seed = best === undefined ? {} : (JSON.parse(best.input.argumentsText) as JsonObject);
  return { seed, context };
}

class Battery {
  readonly #subject: ProbeSubject;
  readonly #service: ProbeService;
  readonly #signal: AbortSignal;
  readonly #plays: Play[] = [];
  readonly #findings = new Map<string, ProbeFinding>();
  #failure: RigError | null = null;
  /** In a row. */
  #failures = 0;

  constructor(subject: ProbeSubject, service: ProbeService, signal: AbortSignal) {
    this.#subject = subject;
    this.#service = service;
    this.#signal = signal;
  }

  /** Valid calls in all worlds, until one was seen to act twice. */
  async playValid(contexts: readonly ProbeContext[]): Promise<readonly Play[]> {
    const { suite, tool } = this.#subject;
    const seeds = listSeeds(
      tool,
      suite,
      contexts.map(({ world }) => world),
    );
    const plays: Play[] = [];
    const most = this.#service.isReal ? 1 : mostValid;
    for (const seed of seeds) {
      for (const context of contexts) {
        if (plays.length >= most || this.#isGivenUp()) return plays;
        const play = await this.#play(
          {
            kind: 'valid',
            path: '$',
            about: 'valid arguments',
            argumentsText: JSON.stringify(seed),
            fits: true,
          },
          context,
        );
        plays.push(play);
        if (hasActed(play.first) && hasActed(play.second)) return plays;
      }
    }
    return plays;
  }

  async playUnusual({
    seed,
    context,
  }: {
    readonly seed: JsonObject;
    readonly context: ProbeContext;
  }): Promise<void> {
    const { tool } = this.#subject;
    const { identities, ids } = context.foreign;
    const [valid, ...inputs] = listInputs(tool, { seed, identities, foreignIds: ids });
    if (valid === undefined) return;
    const plain = await this.#play(valid, context);
    for (const input of inputs) {
      this.#signal.throwIfAborted();
      if (this.#isGivenUp()) return;
      const play = await this.#play(input, context);
      if (input.kind === 'identity') this.#note(play, judgeIdentity(play, plain));
      if (input.kind !== 'foreign_id') continue;
      const absent = toAbsentInput(
        input,
        (text) => compileSchema(tool.parameters).validate(JSON.parse(text)).length === 0,
        (id) => JSON.stringify(context.world).includes(JSON.stringify(id)),
      );
      if (absent !== null)
        this.#note(play, judgeForeignId(play, await this.#play(absent, context)));
    }
  }

  report(): ProbedTool & { readonly failure?: RigError } {
    const { tool } = this.#subject;
    const grade = judgeGrade(tool.effect, this.#plays);
    if (grade.verdict === 'too_low') this.#noteGrade(grade);
    const kinds: Partial<Record<ProbeKind, number>> = {};
    for (const { input } of this.#plays) kinds[input.kind] = (kinds[input.kind] ?? 0) + 1;
    const isSpared = !this.#service.bench().delivers;
    return {
      tool: tool.name,
      calls: this.#plays.length,
      kinds,
      answered: this.#plays.filter(({ first }) => isAnswered(first)).length,
      refused: this.#plays.filter(({ first }) => first.error !== null).length,
      grade,
      spared: isSpared
        ? 'the work is done by a real service: calls were judged and not delivered (--live delivers them)'
        : null,
      findings: [...this.#findings.values()],
      ...(this.#failure === null ? {} : { failure: this.#failure }),
    };
  }

  #isGivenUp(): boolean {
    return this.#failures >= mostFailures;
  }

  async #play(input: ProbeInput, context: ProbeContext): Promise<Play> {
    const play = await playInput(this.#service.bench(), input, context);
    this.#plays.push(play);
    this.#note(play, judgePlay(play, this.#subject.tool));
    this.#note(play, takePollution());
    const failure = await this.#service.takeFailure();
    this.#failures = failure === null ? 0 : this.#failures + 1;
    if (failure !== null) {
      this.#failure ??= failure;
      this.#note(play, [{ code: 'crash', message: `The service broke: ${failure.message}` }]);
    }
    return play;
  }

  #noteGrade(grade: GradeVerdict): void {
    const shown = this.#plays.find(({ first, second }) =>
      grade.observed === 'irreversible' ? hasActed(first) && hasActed(second) : hasActed(first),
    );
    if (shown === undefined) return;
    const message = `Declared ${grade.declared}, and is ${grade.observed ?? 'not seen'}: ${grade.why}`;
    this.#note(shown, [{ code: 'grade_too_low', message }]);
  }

  /** A flaw is reported with the first call that shows it; a foreign record rather with one that names the argument. */
  #note({ input, context }: Play, flaws: readonly PlayFlaw[]): void {
    const { tool, toolset } = this.#subject;
    for (const { code, message } of flaws) {
      const key = keyOf(code, message, input);
      const known = this.#findings.get(key);
      const isNearer = code === 'foreign_record' && known?.path === '$' && input.path !== '$';
      if (known !== undefined && !isNearer) continue;
      this.#findings.set(key, {
        code,
        toolset: toolset.id,
        tool: tool.name,
        kind: input.kind,
        path: input.path,
        message,
        argumentsText: shorten(input.argumentsText),
        scenario: context.scenario,
      });
    }
  }
}

/** A flaw of the whole tool counts once, a crash once for each message, and any other once for each argument. */
function keyOf(code: ProbeCode, message: string, { path }: ProbeInput): string {
  if (code === 'crash') return `${code} ${message}`;
  return ofTool.includes(code) ? code : `${code} ${path}`;
}

const ofTool: readonly ProbeCode[] = [
  'foreign_record',
  'preview_changes',
  'hidden_change',
  'grade_too_low',
];

/** Looks for fields that a call gave to all objects, and takes them away again. */
function takePollution(): readonly PlayFlaw[] {
  const field = 'toolrig_probe';
  if (!(field in {})) return [];
  Reflect.deleteProperty(Object.prototype, field);
  return [{ code: 'prototype_polluted', message: 'A field named __proto__ reached all objects' }];
}
