import type { BodyFrame, Exchange } from '../../core/talk/exchange.ts';

/** How long a model may take; milliseconds since the request was sent. */
export interface ModelTimeouts {
  /** The whole answer. */
  readonly modelTimeoutMs: number;
  /** Until the headers. Default: as the whole. */
  readonly headersTimeoutMs?: number;
  /** Between two pieces of content; comments and blank lines are none. Default: as the whole. */
  readonly gapTimeoutMs?: number;
}

/** A deadline that an exchange does not keep. */
export interface Deadline {
  readonly atMs: number;
  /** The setting that was broken. */
  readonly limitMs: number;
  readonly code: 'headers_timeout' | 'body_timeout' | 'model_timeout';
}

/**
 * Finds the first deadline that an exchange breaks; `null` when it keeps them all. Of an exchange
 * that stalled only what came counts, not when the stall was noticed: deadlines decide that.
 *
 * @param settled The reply was whole before the connection ended, as behind the end mark of a stream.
 */
export function findDeadline(
  exchange: Exchange,
  timeouts: ModelTimeouts,
  settled: boolean,
): Deadline | null {
  const { modelTimeoutMs: wholeMs } = timeouts;
  const { headersTimeoutMs: headersMs = wholeMs, gapTimeoutMs: gapMs = wholeMs } = timeouts;
  const endMs = toEndMs(exchange, settled);
  if (endMs <= Math.min(wholeMs, headersMs, gapMs)) return null;
  const broken: Deadline[] = [];
  const answeredMs = exchange.status === 0 ? endMs : exchange.headersAtMs;
  if (answeredMs > headersMs)
    broken.push({ atMs: headersMs, limitMs: headersMs, code: 'headers_timeout' });
  if (exchange.status !== 0) {
    const quietFromMs = findGap(exchange, gapMs, endMs);
    if (quietFromMs !== null) {
      broken.push({ atMs: quietFromMs + gapMs, limitMs: gapMs, code: 'body_timeout' });
    }
  }
  if (endMs > wholeMs) broken.push({ atMs: wholeMs, limitMs: wholeMs, code: 'model_timeout' });
  let first: Deadline | null = null;
  for (const deadline of broken) {
    if (first === null || deadline.atMs < first.atMs) first = deadline;
  }
  return first;
}

/** When the answer is there; infinite for one that never ends. */
export function toEndMs(exchange: Exchange, settled: boolean): number {
  if (exchange.end === 'complete') return exchange.endAtMs;
  if (settled) return exchange.frames.at(-1)?.atMs ?? exchange.endAtMs;
  return exchange.end === 'stalled' ? Number.POSITIVE_INFINITY : exchange.endAtMs;
}

/** From when on it was quiet for too long. */
function findGap(exchange: Exchange, gapMs: number, endMs: number): number | null {
  const hasContent = createContentWatch(exchange.headers);
  let lastMs = exchange.headersAtMs;
  for (const frame of exchange.frames) {
    if (frame.atMs - lastMs > gapMs) return lastMs;
    if (hasContent(toAscii(frame))) lastMs = Math.max(lastMs, frame.atMs);
  }
  return endMs - lastMs > gapMs ? lastMs : null;
}

/** Reports for each piece of a body, in order, whether it carries more than keep-alives. */
export function createContentWatch(
  headers: Readonly<Record<string, string>>,
): (text: string) => boolean {
  const streamed = (headers['content-type'] ?? '').includes('text/event-stream');
  if (!streamed) return (text) => text.trim() !== '';
  let inLine: 'start' | 'comment' | 'field' = 'start';
  return (text) => {
    let content = false;
    for (const character of text) {
      if (character === '\n' || character === '\r') inLine = 'start';
      else if (inLine === 'start') inLine = character === ':' ? 'comment' : 'field';
      if (inLine === 'field') content = true;
    }
    return content;
  };
}

function toAscii(frame: BodyFrame): string {
  return 'text' in frame ? frame.text : Buffer.from(frame.base64, 'base64').toString('latin1');
}
