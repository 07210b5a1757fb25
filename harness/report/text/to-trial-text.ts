import { toLaneId } from '../../core/suite/lane.ts';
import type { Scores } from '../../core/score/score.ts';
import type { ReplyCall, TranscriptEvent } from '../../core/trial/transcript.ts';
import type { TrialRecord } from '../../core/trial/trial.ts';
import { toLine, toPlainText } from './to-plain-text.ts';

/** Shows one trial turn by turn: what the model said, what the tools did, how the harness judged it. */
export function toTrialText(record: TrialRecord, scores: Scores): string {
  const lines = [`trial ${toLaneId(record.lane)}`];
  for (const event of record.events) {
    const text = describe(event);
    if (text === null) continue;
    // Later lines of one text must not look like events.
    const shown = toPlainText(text).replaceAll('\n', `\n${' '.repeat(21)}| `);
    lines.push(`${`${event.atMs.toFixed(0)} ms`.padStart(9)}  ${shown}`);
  }
  const { outcome } = record;
  lines.push(
    outcome.status === 'finished'
      ? `ended: ${outcome.stopReason}`
      : `${outcome.status}: ${outcome.cause}`,
  );
  if (outcome.status === 'invalid')
    lines.push(...outcome.detail.map((detail) => `  ${toLine(detail)}`));
  for (const [name, score] of Object.entries(scores)) {
    if (score.losses.length === 0) continue;
    lines.push(`${name} ${score.value === null ? 'n/a' : score.value.toFixed(3)}`);
    for (const loss of score.losses) {
      const place = loss.event === null ? '' : ` (event ${loss.event})`;
      lines.push(`  ${loss.code}${place}: ${toLine(loss.text)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

type Describe = {
  readonly [Type in TranscriptEvent['type']]: (
    event: Extract<TranscriptEvent, { type: Type }>,
  ) => string | null;
};

/** What a fault did to a call. */
function toMark({ injected, edited }: ReplyCall): string {
  if (injected !== undefined) return ` [planted by ${injected}]`;
  return edited === undefined ? '' : ` [${edited.part} changed by ${edited.fault}]`;
}

const describers: Describe = {
  user: (event) => `user      ${event.text}`,
  toolset: (event) => `toolset   ${event.toolset} from here on`,
  request: (event) =>
    event.attempt === 1
      ? `turn ${event.turn}    asked with ${event.messages} messages, ${event.offered.length} tools`
      : `turn ${event.turn}    asked again, attempt ${event.attempt}`,
  reply: (event) => {
    const calls = event.calls.map(
      (call) => `${call.ref} ${call.name}(${call.argumentsText ?? ''})${toMark(call)}`,
    );
    const said = [event.text, event.refusal, ...calls].filter((part) => part !== null);
    const oddities = event.deviations.map((deviation) => deviation.code);
    return `model     ${said.join(' | ')} [${event.from}, ${event.stop}${oddities.length > 0 ? `, ${oddities.join(', ')}` : ''}]`;
  },
  model_error: (event) => `model     no reply: ${event.error.code}: ${event.error.message}`,
  judged: (event) =>
    event.caughtBy === null
      ? null
      : `judged    ${event.call} caught by ${event.caughtBy}: ${event.findings.map((finding) => `${finding.code} ${finding.path ?? ''}`.trim()).join(', ')}`,
  refused: (event) => `held back ${event.call}: ${event.error.kind}: ${event.error.message}`,
  human: (event) => `human     ${event.call}: ${event.answer}`,
  delivery: (event) =>
    `tool      ${event.call} ${event.tool}(${event.exact ?? JSON.stringify(event.arguments)})${event.preview ? ' preview' : ''}${event.delivery > 1 ? ` delivery ${event.delivery}` : ''}`,
  effect: (event) =>
    `EFFECT    ${event.call} ${event.key} (${event.grade}${event.confirmed ? '' : ', unconfirmed'})`,
  result: (event) =>
    `result    ${event.call} ${event.status}${event.cached ? ' (first result again)' : ''}: ${event.error === null ? JSON.stringify(event.value) : `${event.error.kind}: ${event.error.message}`}`,
  observation: (event) =>
    event.truncated ? `sent      ${event.call}: cut from ${event.fullChars} characters` : null,
  journal: (event) => `journal   ${event.call} ${event.state}`,
  fault: (event) => `FAULT     ${event.fault} (${event.kind})`,
  guard: (event) => `guard     ${event.guard}: ${event.text}`,
  end: (event) => `end       ${event.stopReason}${event.text === null ? '' : `: ${event.text}`}`,
  state: () => null,
};

function describe(event: TranscriptEvent): string | null {
  // The table holds one describer for each event type, so the pair always fits.
  const describer = describers[event.type] as (event: TranscriptEvent) => string | null;
  return describer(event);
}
