/** Collects big-endian numbers. */
export class ByteList {
  readonly #bytes: number[] = [];

  add8(...values: readonly number[]): void {
    for (const value of values) this.#bytes.push(value & 255);
  }

  /** Negative numbers too. */
  add16(...values: readonly number[]): void {
    for (const value of values) this.add8(value >> 8, value);
  }

  add32(...values: readonly number[]): void {
    for (const value of values) this.add16(value >>> 16, value);
  }

  /** The bytes, with zeros at the end so that a multiple of `unit` is full. */
  toBytes(unit: number): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(this.#bytes.length / unit) * unit);
    bytes.set(this.#bytes);
    return bytes;
  }
}

/**
 * Puts tables together to a font file.
 *
 * Source: OpenType 1.9, "Organization of an OpenType font".
 *
 * @param tables - by tag, sorted; `head` holds 0 for the sum of the file.
 */
export function writeSfnt(tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const head = new ByteList();
  const count = tables.size;
  const power = Math.floor(Math.log2(count));
  head.add32(0x00010000);
  head.add16(count, 16 * 2 ** power, power, 16 * (count - 2 ** power));
  let offset = 12 + 16 * count;
  let headAt = 0;
  for (const [tag, bytes] of tables) {
    if (tag === 'head') headAt = offset;
    head.add8(...Array.from(tag, (character) => character.charCodeAt(0)));
    head.add32(toSum(bytes), offset, bytes.length);
    offset += Math.ceil(bytes.length / 4) * 4;
  }
  const file = new Uint8Array(offset);
  file.set(head.toBytes(4));
  let at = 12 + 16 * count;
  for (const bytes of tables.values()) {
    file.set(bytes, at);
    at += Math.ceil(bytes.length / 4) * 4;
  }
  new DataView(file.buffer).setUint32(headAt + 8, (0xb1b0afba - toSum(file)) >>> 0);
  return file;
}

/** The sum of all numbers of four bytes, modulo 2^32. */
function toSum(bytes: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at, at + 4);
    sum = (sum + (((a << 24) | (b << 16) | (c << 8) | d) >>> 0)) >>> 0;
  }
  return sum;
}
