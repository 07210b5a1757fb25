/** A point of an outline, as a step from the point before. */
export interface OutlinePoint {
  readonly dx: number;
  readonly dy: number;
  readonly onCurve: boolean;
}

/** The outline of a sign: its points, and where each contour ends. */
export interface Outline {
  readonly points: readonly OutlinePoint[];
  /** Index of the last point of each contour. */
  readonly ends: readonly number[];
  /** Contours lie over each other, which renderers want to be told. */
  readonly overlaps: boolean;
}

/**
 * Reads the outlines of some signs from a transformed `glyf` table. Signs that are composed of others are left out.
 *
 * Source: W3C, WOFF File Format 2.0, sections 5.1 and 5.2.
 */
export function readOutlines(
  glyf: DataView,
  wanted: ReadonlySet<number>,
): ReadonlyMap<number, Outline> {
  const streams = openStreams(glyf);
  const outlines = new Map<number, Outline>();
  const count = glyf.getUint16(4);
  for (let sign = 0; sign < count; sign += 1) {
    const contours = streams.contours.readInt16();
    if (contours < 0) skipComposite(streams);
    if (contours <= 0) continue;
    const outline = readOutline(streams, contours);
    if (wanted.has(sign)) outlines.set(sign, { ...outline, overlaps: streams.overlaps(sign) });
  }
  return outlines;
}

/** Each kind of data of all signs stands together, so that every sign must be passed to come to the next. */
interface Streams {
  readonly contours: Stream;
  readonly counts: Stream;
  readonly flags: Stream;
  readonly steps: Stream;
  readonly composites: Stream;
  overlaps(sign: number): boolean;
}

function openStreams(glyf: DataView): Streams {
  let offset = 36;
  const next = (place: number): Stream => {
    const length = glyf.getUint32(8 + 4 * place);
    const stream = new Stream(new DataView(glyf.buffer, glyf.byteOffset + offset, length));
    offset += length;
    return stream;
  };
  const streams = {
    contours: next(0),
    counts: next(1),
    flags: next(2),
    steps: next(3),
    composites: next(4),
  };
  // Boxes and instructions are passed over; one bit a sign may follow them.
  const bits = offset + glyf.getUint32(28) + glyf.getUint32(32);
  const hasBits = (glyf.getUint16(2) & 1) === 1;
  return {
    ...streams,
    overlaps: (sign) => hasBits && ((glyf.getUint8(bits + (sign >> 3)) << (sign & 7)) & 128) !== 0,
  };
}

function readOutline(
  { counts, flags, steps }: Streams,
  contours: number,
): Omit<Outline, 'overlaps'> {
  const ends: number[] = [];
  let total = 0;
  for (let contour = 0; contour < contours; contour += 1) {
    total += counts.read255();
    ends.push(total - 1);
  }
  const points = Array.from({ length: total }, () => readPoint(flags.readByte(), steps));
  // Instructions for small screens are not taken along, but their length stands here.
  steps.read255();
  return { points, ends };
}

/** Lower flags take fewer bytes and reach less far. */
function readPoint(flags: number, steps: Stream): OutlinePoint {
  const onCurve = flags >> 7 === 0;
  const flag = flags & 127;
  const toX = (size: number): number => ((flag & 1) === 1 ? size : -size);
  const toY = (size: number): number => (((flag >> 1) & 1) === 1 ? size : -size);
  const first = steps.readByte();
  if (flag < 10) return { dx: 0, dy: toX(((flag & 14) << 7) + first), onCurve };
  if (flag < 20) return { dx: toX((((flag - 10) & 14) << 7) + first), dy: 0, onCurve };
  if (flag < 84) {
    const part = flag - 20;
    const dx = toX(1 + (part & 48) + (first >> 4));
    return { dx, dy: toY(1 + ((part & 12) << 2) + (first & 15)), onCurve };
  }
  const second = steps.readByte();
  if (flag < 120) {
    const part = flag - 84;
    const dx = toX(1 + (Math.floor(part / 12) << 8) + first);
    return { dx, dy: toY(1 + (((part % 12) >> 2) << 8) + second), onCurve };
  }
  const third = steps.readByte();
  if (flag < 124) {
    const dx = toX((first << 4) + (second >> 4));
    return { dx, dy: toY(((second & 15) << 8) + third), onCurve };
  }
  return { dx: toX((first << 8) + second), dy: toY((third << 8) + steps.readByte()), onCurve };
}

function skipComposite({ composites, steps }: Streams): void {
  let hasInstructions = false;
  for (let flags = 0x20; (flags & 0x20) !== 0;) {
    flags = composites.readUint16();
    hasInstructions ||= (flags & 0x100) !== 0;
    const scale =
      (flags & 0x08) !== 0 ? 2 : (flags & 0x40) !== 0 ? 4 : (flags & 0x80) !== 0 ? 8 : 0;
    composites.skip(2 + ((flags & 0x01) !== 0 ? 4 : 2) + scale);
  }
  if (hasInstructions) steps.read255();
}

class Stream {
  readonly #view: DataView;
  #at = 0;

  constructor(view: DataView) {
    this.#view = view;
  }

  readByte(): number {
    return this.#view.getUint8(this.skip(1));
  }

  readUint16(): number {
    return this.#view.getUint16(this.skip(2));
  }

  readInt16(): number {
    return this.#view.getInt16(this.skip(2));
  }

  /** A number of one to three bytes. */
  read255(): number {
    const code = this.readByte();
    if (code === 253) return this.readUint16();
    if (code === 254) return this.readByte() + 506;
    return code === 255 ? this.readByte() + 253 : code;
  }

  /** Goes on by so many bytes, and gives the place before. */
  skip(bytes: number): number {
    this.#at += bytes;
    return this.#at - bytes;
  }
}
