import { readCharacterMap } from './read-character-map.ts';
import { type Outline, readOutlines } from './read-outlines.ts';
import { readWoff2 } from './read-woff2.ts';
import { ByteList, writeSfnt } from './write-sfnt.ts';

/**
 * Makes a small TrueType font that has only some characters of a WOFF2 font, for embedding in a page.
 *
 * Source: OpenType 1.9, for the tables that browsers ask for.
 *
 * @returns `null` when the font has none of the characters, or is packed in a way that is not read here.
 */
export function subsetFont(font: Uint8Array, characters: Iterable<string>): Uint8Array | null {
  const tables = readWoff2(font);
  const view = (tag: string): DataView => tables.get(tag)?.view ?? new DataView(new ArrayBuffer(0));
  // The forms that our fonts have; another font would need more reading.
  if (tables.get('glyf')?.transformed !== true || tables.get('hmtx')?.transformed !== false) {
    return null;
  }
  const signs = readCharacterMap(view('cmap'));
  const codes = [...new Set(Array.from(characters, (one) => one.codePointAt(0) ?? 0))];
  const known = codes.filter((code) => signs.has(code)).toSorted((a, b) => a - b);
  const outlines = readOutlines(view('glyf'), new Set(known.map((code) => signs.get(code) ?? 0)));
  const kept = known.flatMap((code) => {
    const sign = signs.get(code) ?? 0;
    const outline = outlines.get(sign);
    return outline === undefined ? [] : [{ code, sign, outline }];
  });
  if (kept.length === 0) return null;
  // The first sign of every font stands for what it does not have; here it is empty.
  const shapes = [new Uint8Array(0), ...kept.map(({ outline }) => toShape(outline))];
  const count = shapes.length;
  // Places are of four bytes each, and the sum of the whole file is written at the end.
  const head = patch(copy(view('head')), { 8: 0, 10: 0, 50: 1 });
  // Version 3: signs have no names.
  const post = patch(copy(view('post')).slice(0, 32), { 0: 3, 2: 0 });
  return writeSfnt(
    new Map([
      ['OS/2', copy(view('OS/2'))],
      ['cmap', toCharacterMap(kept.map(({ code }) => code))],
      // Whether signs are fitted to the grid of the screen.
      ['gasp', copy(view('gasp'))],
      ['glyf', join(shapes)],
      ['head', head],
      ['hhea', patch(copy(view('hhea')), { 34: count })],
      ['hmtx', toWidths([0, ...kept.map(({ sign }) => sign)], view('hmtx'), view('hhea'))],
      ['loca', toPlaces(shapes)],
      ['maxp', patch(copy(view('maxp')), { 4: count })],
      ['name', copy(view('name'))],
      ['post', post],
      ['prep', copy(view('prep'))],
    ]),
  );
}

function copy(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength).slice();
}

/** Sets numbers of two bytes, by place. */
function patch(bytes: Uint8Array, values: Readonly<Record<number, number>>): Uint8Array {
  const view = new DataView(bytes.buffer);
  for (const [at, value] of Object.entries(values)) view.setUint16(Number(at), value);
  return bytes;
}

/** Every step takes two bytes: a page has few signs, and this is simple. */
function toShape({ points, ends, overlaps }: Outline): Uint8Array {
  const bytes = new ByteList();
  const box = toBox(points);
  bytes.add16(ends.length, ...box, ...ends, 0);
  points.forEach(({ onCurve }, index) => {
    bytes.add8((onCurve ? 1 : 0) | (overlaps && index === 0 ? 0x40 : 0));
  });
  for (const { dx } of points) bytes.add16(dx);
  for (const { dy } of points) bytes.add16(dy);
  return bytes.toBytes(4);
}

function toBox(points: Outline['points']): readonly number[] {
  let [x, y] = [0, 0];
  const places = points.map(({ dx, dy }) => [(x += dx), (y += dy)] as const);
  const xs = places.map(([left]) => left);
  const ys = places.map(([, top]) => top);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function toPlaces(shapes: readonly Uint8Array[]): Uint8Array {
  const bytes = new ByteList();
  let at = 0;
  for (const shape of shapes) {
    bytes.add32(at);
    at += shape.length;
  }
  bytes.add32(at);
  return bytes.toBytes(4);
}

/** Signs beyond the listed widths have the last of them. */
function toWidths(signs: readonly number[], hmtx: DataView, hhea: DataView): Uint8Array {
  const listed = hhea.getUint16(34);
  const bytes = new ByteList();
  for (const sign of signs) {
    const at = 4 * Math.min(sign, listed - 1);
    const bearing = sign < listed ? at + 2 : 4 * listed + 2 * (sign - listed);
    bytes.add16(hmtx.getUint16(at), hmtx.getInt16(bearing));
  }
  return bytes.toBytes(4);
}

/** Format 12, one group a character; signs are numbered in the order of the characters, from 1. */
function toCharacterMap(codes: readonly number[]): Uint8Array {
  const bytes = new ByteList();
  bytes.add16(0, 1, 3, 10);
  bytes.add32(12);
  bytes.add16(12, 0);
  bytes.add32(16 + 12 * codes.length, 0, codes.length);
  codes.forEach((code, index) => {
    bytes.add32(code, code, index + 1);
  });
  return bytes.toBytes(4);
}
