import { toCanonicalJson } from '../../json/canonical-json.ts';
import { toSha256 } from './fingerprint.ts';
import type { EndLine, LaneLine } from './lane-line.ts';

/** A line as its text: the type first, then sorted keys. */
export function toLineText(line: LaneLine): string {
  const { type, ...rest } = line;
  const body = toCanonicalJson(rest);
  return `{"type":"${type}"${body === '{}' ? '' : ','}${body.slice(1)}`;
}

/** Closes a lane: its lines and the seal, as the whole text of the file. */
export function sealLines(
  lines: readonly string[],
  end: Omit<EndLine, 'hash' | 'lines' | 'type'>,
): string {
  const open = { type: 'end' as const, ...end, lines: lines.length };
  const body = `${lines.join('\n')}\n`;
  return `${body}${toLineText({ ...open, hash: toSealHash(body, open) })}\n`;
}

/** The hash that a seal must have: over the lines before it and over its own content. */
export function toSealHash(body: string, end: Omit<EndLine, 'hash'>): string {
  return toSha256(`${body}${toCanonicalJson(end)}`);
}
