import { brotliDecompressSync } from 'node:zlib';

/** A table of a font, as it lies in the file. */
export interface FontTable {
  readonly view: DataView;
  /** In the form of WOFF2 that takes less room. */
  readonly transformed: boolean;
}

/**
 * Reads the tables of a WOFF2 font by tag.
 *
 * Source: W3C, WOFF File Format 2.0, sections 4.1 and 5: all tables stand one behind the other in one compressed stream,
 * and the directory says how long each is.
 */
export function readWoff2(font: Uint8Array): ReadonlyMap<string, FontTable> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const count = view.getUint16(12);
  const entries: {
    readonly tag: string;
    readonly length: number;
    readonly transformed: boolean;
  }[] = [];
  let at = 48;
  for (let table = 0; table < count; table += 1) {
    const flags = view.getUint8(at);
    const isNamed = (flags & 63) === 63;
    const tag = isNamed
      ? String.fromCharCode(...font.subarray(at + 1, at + 5))
      : (knownTags[flags & 63] ?? '');
    at += isNamed ? 5 : 1;
    const plain = readBase128(view, at);
    at = plain.next;
    // Version 0 of `glyf` and `loca` is the transformed one; of all other tables it is the plain one.
    const isShape = tag === 'glyf' || tag === 'loca';
    const transformed = isShape ? flags >> 6 !== 3 : flags >> 6 !== 0;
    const stored = transformed ? readBase128(view, at) : plain;
    at = stored.next;
    entries.push({ tag, length: stored.value, transformed });
  }
  const body = brotliDecompressSync(font.subarray(at, at + view.getUint32(20)));
  let offset = body.byteOffset;
  return new Map(
    entries.map(({ tag, length, transformed }) => {
      const table = new DataView(body.buffer, offset, length);
      offset += length;
      return [tag, { view: table, transformed }];
    }),
  );
}

function readBase128(
  view: DataView,
  start: number,
): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = start; at < start + 5; at += 1) {
    const byte = view.getUint8(at);
    value = value * 128 + (byte & 127);
    if (byte < 128) return { value, next: at + 1 };
  }
  return { value, next: start + 5 };
}

/** The tags that the directory abbreviates, by number. */
const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
    .match(/.{4}(?: |$)/gu)
    ?.map((tag) => tag.slice(0, 4)) ?? [];
