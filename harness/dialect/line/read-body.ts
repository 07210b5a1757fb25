import type { Exchange } from '../../core/talk/exchange.ts';
import type { Deviation } from '../../core/talk/model.ts';

/** A response body as text. */
export interface BodyText {
  readonly text: string;
  /** The bytes were not UTF-8: each bad sequence became U+FFFD. */
  readonly damaged: boolean;
  readonly deviations: readonly Deviation[];
}

const bom = '\ufeff';

/** Joins the frames of a body; a character cut by a frame edge comes out whole, a byte-order mark goes. */
export function readBody(exchange: Exchange): BodyText {
  const { text, damaged } = joinFrames(exchange);
  const deviations: Deviation[] = [];
  if (damaged) deviations.push({ code: 'invalid_utf8', text: 'The body is not UTF-8' });
  if (!text.startsWith(bom)) return { text, damaged, deviations };
  deviations.push({ code: 'byte_order_mark', text: 'The body begins with a byte-order mark' });
  return { text: text.slice(bom.length), damaged, deviations };
}

function joinFrames(exchange: Exchange): { readonly text: string; readonly damaged: boolean } {
  const [first, ...rest] = exchange.frames;
  if (first === undefined) return { text: '', damaged: false };
  if (rest.length === 0 && 'text' in first) return { text: first.text, damaged: false };
  if (exchange.frames.every((frame) => 'text' in frame)) {
    return {
      text: exchange.frames.map((frame) => ('text' in frame ? frame.text : '')).join(''),
      damaged: false,
    };
  }
  const bytes = Buffer.concat(
    exchange.frames.map((frame) =>
      'text' in frame ? Buffer.from(frame.text) : Buffer.from(frame.base64, 'base64'),
    ),
  );
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return { text, damaged: !Buffer.from(text).equals(bytes) };
}
