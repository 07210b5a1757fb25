import type { JsonObject } from '../../json/json.ts';
import { toLaneId } from '../../core/suite/lane.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import { describeMessage } from '../match/message-text.ts';
import {
  parseHead,
  parseRecording,
  type RecordedAttempt,
  type Recording,
} from '../lane/parse-recording.ts';

/** How a recording is shown. */
export interface ShowOptions {
  /** The present time, ISO 8601, for the age of the recording; `null`: no age. */
  readonly now: string | null;
  /** Longest text of a message or reply that is shown whole. */
  readonly maxChars: number;
}

/** A recording as lines for people. One that cannot be used is shown as far as it can be read, with what is wrong. */
export function showCassette(text: string, options: ShowOptions): readonly string[] {
  const head = parseHead(text);
  if (!head.ok) return [`Unusable (${head.error.reason}): ${head.error.text}`];
  const { lane, recordedAt, source, protocol, fork } = head.value;
  const lines = [
    `Lane      ${toLaneId(lane)}`,
    `Recorded  ${recordedAt}${toAge(recordedAt, options.now)}`,
    `Source    ${describeSource(source)}`,
    `Texts     harness version ${protocol}`,
  ];
  if (fork !== null)
    lines.push(`Fork      turns before ${fork.turn} are those of ${toLaneId(fork.lane)}`);
  const recording = parseRecording(text, lane);
  if (!recording.ok) {
    return [...lines, `Unusable (${recording.error.reason}): ${recording.error.text}`];
  }
  return [...lines, ...showCalls(recording.value, options)];
}

function toAge(recordedAt: string, now: string | null): string {
  const days = now === null ? Number.NaN : (Date.parse(now) - Date.parse(recordedAt)) / 86_400_000;
  if (!Number.isFinite(days)) return '';
  return ` (${Math.floor(days)} days ago)`;
}

function describeSource(source: JsonObject): string {
  return Object.entries(source)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

function showCalls(recording: Recording, options: ShowOptions): readonly string[] {
  const shown = new Set<number>();
  const lines = recording.attempts.flatMap((attempt) => {
    const fresh = attempt.messages.filter((number) => !shown.has(number));
    for (const number of fresh) shown.add(number);
    return [
      ...fresh.map(
        (number) => `  ${cut(describeMessage(recording.texts[number] ?? '{}'), options)}`,
      ),
      ...showAttempt(attempt, options),
    ];
  });
  const tools = recording
    .readTools()
    .map(
      (line) =>
        `Tool ${line.call}, delivery ${line.delivery}: ${cut(`${line.tool} ${line.status} ${JSON.stringify(line.content)}`, options)}`,
    );
  const sides = recording.sides.flatMap(({ method, path, body, exchange }) => [
    `Side request ${cut(`${method} ${path} ${body === null ? '' : JSON.stringify(body)}`, options)}`,
    `  ${describeExchange(exchange)}`,
    `  ${cut(showBody(exchange), options)}`,
  ]);
  return [...lines, ...tools, ...sides, `Sealed, ${recording.attempts.length} model requests`];
}

function showAttempt(attempt: RecordedAttempt, options: ShowOptions): readonly string[] {
  const { exchange, turn, shape } = attempt;
  const tools = shape.tools === null ? 'no tools' : `${shape.tools.length} tools`;
  return [
    `Turn ${turn}, attempt ${attempt.attempt}: ${cut(JSON.stringify(shape.model), options)}, ${tools}, ${JSON.stringify(shape.params)}, key ${attempt.key.chain}`,
    `  ${describeExchange(exchange)}`,
    `  ${cut(showBody(exchange), options)}`,
  ];
}

function showBody({ frames }: Exchange): string {
  return frames
    .map((frame) => ('text' in frame ? frame.text : `(${frame.base64.length} base64 characters)`))
    .join('');
}

function describeExchange({ status, frames, end, endAtMs, headers }: Exchange): string {
  const type = headers['content-type'] ?? 'no content type';
  return `status ${status}, ${type}, ${frames.length} frames, ${end} after ${endAtMs} ms`;
}

function cut(text: string, { maxChars }: ShowOptions): string {
  // Model text is not to be trusted: it could steer the terminal or turn the line around.
  const line = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, toEscape);
  return line.length > maxChars ? `${line.slice(0, maxChars)} … (${line.length} characters)` : line;
}

function toEscape(char: string): string {
  return String.raw`\u` + char.charCodeAt(0).toString(16).padStart(4, '0');
}
