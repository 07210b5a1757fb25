import { brotliDecompressSync } from 'node:zlib';

/**
 * The characters that a WOFF2 font has a sign for, by code point.
 *
 * Sources: W3C, WOFF File Format 2.0, sections 4.1 and 5 (all tables lie one behind the other in one compressed stream,
 * and the directory says how long each is); OpenType 1.9, `cmap`, formats 4 and 12.
 */
export function readCharacters(font: Uint8Array): ReadonlySet<number> {
  const cmap = readCharacterMap(font);
  const codes = new Set<number>();
  const count = cmap?.getUint16(2) ?? 0;
  for (let record = 0; cmap !== null && record < count; record += 1) {
    const start = cmap.getUint32(4 + 8 * record + 4);
    const format = cmap.getUint16(start);
    if (format === 4) addFormat4(cmap, start, codes);
    if (format === 12) addFormat12(cmap, start, codes);
  }
  return codes;
}

/** The table `cmap`; `null` when the font has none. */
function readCharacterMap(font: Uint8Array): DataView | null {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const count = view.getUint16(12);
  const tables: { readonly tag: string; readonly length: number }[] = [];
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
    const isTransformed = isShape ? flags >> 6 !== 3 : flags >> 6 !== 0;
    const stored = isTransformed ? readBase128(view, at) : plain;
    at = stored.next;
    tables.push({ tag, length: stored.value });
  }
  const index = tables.findIndex(({ tag }) => tag === 'cmap');
  if (index < 0) return null;
  const body = brotliDecompressSync(font.subarray(at, at + view.getUint32(20)));
  const start = tables.slice(0, index).reduce((sum, { length }) => sum + length, 0);
  return new DataView(body.buffer, body.byteOffset + start, tables[index]?.length);
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

function addFormat12(cmap: DataView, start: number, codes: Set<number>): void {
  const groups = cmap.getUint32(start + 12);
  for (let group = 0; group < groups; group += 1) {
    const at = start + 16 + 12 * group;
    const last = cmap.getUint32(at + 4);
    for (let code = cmap.getUint32(at); code <= last; code += 1) codes.add(code);
  }
}

function addFormat4(cmap: DataView, start: number, codes: Set<number>): void {
  const double = cmap.getUint16(start + 6);
  for (let segment = 0; segment < double; segment += 2) {
    const last = cmap.getUint16(start + 14 + segment);
    const first = cmap.getUint16(start + 16 + double + segment);
    const shift = cmap.getUint16(start + 16 + 2 * double + segment);
    const offsetAt = start + 16 + 3 * double + segment;
    const offset = cmap.getUint16(offsetAt);
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const listed = offset === 0 ? code : cmap.getUint16(offsetAt + offset + 2 * (code - first));
      const sign = listed === 0 ? 0 : (listed + shift) & 0xffff;
      if (sign !== 0) codes.add(code);
    }
  }
}
