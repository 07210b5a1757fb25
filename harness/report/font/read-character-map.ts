/**
 * Reads which sign of a font stands for which character, from its `cmap` table.
 *
 * Source: OpenType 1.9, `cmap`, formats 4 and 12.
 */
export function readCharacterMap(cmap: DataView): ReadonlyMap<number, number> {
  const signs = new Map<number, number>();
  const count = cmap.getUint16(2);
  for (let record = 0; record < count; record += 1) {
    const start = cmap.getUint32(4 + 8 * record + 4);
    const format = cmap.getUint16(start);
    if (format === 4) addFormat4(cmap, start, signs);
    if (format === 12) addFormat12(cmap, start, signs);
  }
  return signs;
}

function addFormat12(cmap: DataView, start: number, signs: Map<number, number>): void {
  const groups = cmap.getUint32(start + 12);
  for (let group = 0; group < groups; group += 1) {
    const at = start + 16 + 12 * group;
    const first = cmap.getUint32(at);
    const last = cmap.getUint32(at + 4);
    const sign = cmap.getUint32(at + 8);
    for (let code = first; code <= last; code += 1) signs.set(code, sign + code - first);
  }
}

function addFormat4(cmap: DataView, start: number, signs: Map<number, number>): void {
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
      if (sign !== 0) signs.set(code, sign);
    }
  }
}
