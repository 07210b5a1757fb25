import { brotliDecompressSync } from 'node:zlib';

/**
 * Reads which characters a WOFF2 font has signs for.
 *
 * Source: W3C, WOFF File Format 2.0 (sections 4.1 and 5, the `cmap` table is never transformed), and OpenType 1.9, `cmap`
 * formats 4 and 12.
 */
export function readFontCoverage(font: Uint8Array): ReadonlySet<number> {
  const covered = new Set<number>();
  const cmap = readTable(font, 'cmap');
  const count = cmap.getUint16(2);
  for (let record = 0; record < count; record += 1) {
    const start = cmap.getUint32(4 + 8 * record + 4);
    const format = cmap.getUint16(start);
    if (format === 4) addFormat4(cmap, start, covered);
    if (format === 12) addFormat12(cmap, start, covered);
  }
  return covered;
}

function addFormat12(cmap: DataView, start: number, covered: Set<number>): void {
  const groups = cmap.getUint32(start + 12);
  for (let group = 0; group < groups; group += 1) {
    const at = start + 16 + 12 * group;
    const last = cmap.getUint32(at + 4);
    for (let code = cmap.getUint32(at); code <= last; code += 1) covered.add(code);
  }
}

function addFormat4(cmap: DataView, start: number, covered: Set<number>): void {
  const double = cmap.getUint16(start + 6);
  for (let segment = 0; segment < double; segment += 2) {
    const last = cmap.getUint16(start + 14 + segment);
    const first = cmap.getUint16(start + 16 + double + segment);
    const shift = cmap.getUint16(start + 16 + 2 * double + segment);
    const offsetAt = start + 16 + 3 * double + segment;
    const offset = cmap.getUint16(offsetAt);
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const sign =
        offset === 0
          ? (code + shift) & 0xffff
          : cmap.getUint16(offsetAt + offset + 2 * (code - first));
      if (sign !== 0) covered.add(code);
    }
  }
}

/** Tables stand one behind the other in one compressed stream; the directory says how long each is. */
function readTable(font: Uint8Array, wanted: string): DataView {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = view.getUint16(12);
  let at = 48;
  let offset = 0;
  let found: { readonly offset: number; readonly length: number } | null = null;
  for (let table = 0; table < tables; table += 1) {
    const flags = view.getUint8(at);
    const tag = knownTags[flags & 63] ?? String.fromCharCode(...font.subarray(at + 1, at + 5));
    at += (flags & 63) === 63 ? 5 : 1;
    const plain = readBase128(view, at);
    at = plain.next;
    let { value: length } = plain;
    // Version 0 of `glyf` and `loca` is the transformed one; of all other tables it is the plain one.
    const isShaped = tag === 'glyf' || tag === 'loca' ? flags >> 6 !== 3 : flags >> 6 !== 0;
    if (isShaped) {
      const shaped = readBase128(view, at);
      at = shaped.next;
      length = shaped.value;
    }
    if (tag === wanted) found = { offset, length };
    offset += length;
  }
  const body = brotliDecompressSync(font.subarray(at, at + view.getUint32(20)));
  const { offset: start, length } = found ?? { offset: 0, length: 0 };
  return new DataView(body.buffer, body.byteOffset + start, length);
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

/** The tags that the directory abbreviates, by number, as far as any number below 63 can name a table we meet. */
const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
    .match(/.{4}(?: |$)/gu)
    ?.map((tag) => tag.slice(0, 4)) ?? [];
