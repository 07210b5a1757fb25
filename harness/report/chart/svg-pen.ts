import { escapeXml, escapeXmlText } from '../ci/escape-xml.ts';
import { measureChartText, outlineChartText } from './chart-fonts.ts';

/** What an SVG file says besides its drawing. */
export interface SvgWords {
  /** Begins the ids of the file, so that several pictures can be inside one page. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
}

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

type Point = readonly [x: number, y: number];

type Rectangle = [x: number, y: number, width: number, height: number];

interface PenState {
  matrix: Matrix;
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  lineCap: string;
  lineJoin: string;
  globalAlpha: number;
  dash: readonly number[];
  lineDashOffset: number;
  font: string;
  textAlign: string;
  textBaseline: string;
  /** The id of the clip path that is in force. */
  clip: string | null;
}

const begin: PenState = {
  matrix: [1, 0, 0, 1, 0, 0],
  fillStyle: '#000000',
  strokeStyle: '#000000',
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  globalAlpha: 1,
  dash: [],
  lineDashOffset: 0,
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  clip: null,
};

/**
 * The part of a canvas context that Chart.js draws with, as SVG. Text stays text: it can be searched, copied and read
 * aloud, and each piece has the length that it has in the shipped fonts, so that no other font makes it overlap.
 */
export class SvgPen {
  readonly canvas: {
    width: number;
    height: number;
    readonly getContext: () => SvgPen;
  };
  lang = 'en';
  direction = 'ltr';
  readonly #words: SvgWords;
  readonly #parts: string[] = [];
  readonly #saved: PenState[] = [];
  #state: PenState = { ...begin };
  #path: string[] = [];
  #clips = 0;

  constructor(width: number, height: number, words: SvgWords) {
    this.canvas = { width, height, getContext: () => this };
    this.#words = words;
  }

  get fillStyle(): string {
    return this.#state.fillStyle;
  }
  set fillStyle(value: string) {
    this.#state.fillStyle = value;
  }
  get strokeStyle(): string {
    return this.#state.strokeStyle;
  }
  set strokeStyle(value: string) {
    this.#state.strokeStyle = value;
  }
  get lineWidth(): number {
    return this.#state.lineWidth;
  }
  set lineWidth(value: number) {
    this.#state.lineWidth = value;
  }
  get lineCap(): string {
    return this.#state.lineCap;
  }
  set lineCap(value: string) {
    this.#state.lineCap = value;
  }
  get lineJoin(): string {
    return this.#state.lineJoin;
  }
  set lineJoin(value: string) {
    this.#state.lineJoin = value;
  }
  get globalAlpha(): number {
    return this.#state.globalAlpha;
  }
  set globalAlpha(value: number) {
    this.#state.globalAlpha = value;
  }
  get lineDashOffset(): number {
    return this.#state.lineDashOffset;
  }
  set lineDashOffset(value: number) {
    this.#state.lineDashOffset = value;
  }
  get font(): string {
    return this.#state.font;
  }
  set font(value: string) {
    this.#state.font = value;
  }
  get textAlign(): string {
    return this.#state.textAlign;
  }
  set textAlign(value: string) {
    this.#state.textAlign = value;
  }
  get textBaseline(): string {
    return this.#state.textBaseline;
  }
  set textBaseline(value: string) {
    this.#state.textBaseline = value;
  }

  save(): void {
    this.#saved.push({ ...this.#state });
  }
  restore(): void {
    this.#state = this.#saved.pop() ?? this.#state;
  }
  setTransform(...matrix: [number, number, number, number, number, number]): void {
    this.#state.matrix = matrix;
  }
  resetTransform(): void {
    this.#state.matrix = begin.matrix;
  }
  translate(x: number, y: number): void {
    this.#multiply([1, 0, 0, 1, x, y]);
  }
  rotate(angle: number): void {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    this.#multiply([cos, sin, -sin, cos, 0, 0]);
  }
  scale(x: number, y: number): void {
    this.#multiply([x, 0, 0, y, 0, 0]);
  }
  setLineDash(dash: readonly number[]): void {
    this.#state.dash = [...dash];
  }
  getLineDash(): readonly number[] {
    return this.#state.dash;
  }

  beginPath(): void {
    this.#path = [];
  }
  closePath(): void {
    this.#path.push('Z');
  }
  moveTo(x: number, y: number): void {
    this.#path.push(`M${this.#at(x, y)}`);
  }
  lineTo(x: number, y: number): void {
    this.#path.push(`${this.#path.length === 0 ? 'M' : 'L'}${this.#at(x, y)}`);
  }
  bezierCurveTo(...ends: [number, number, number, number, number, number]): void {
    const [ax, ay, bx, by, x, y] = ends;
    this.#path.push(`C${this.#at(ax, ay)} ${this.#at(bx, by)} ${this.#at(x, y)}`);
  }
  rect(...[x, y, width, height]: Rectangle): void {
    this.moveTo(x, y);
    this.lineTo(x + width, y);
    this.lineTo(x + width, y + height);
    this.lineTo(x, y + height);
    this.closePath();
  }
  /** An arc as the curve through its points; a whole circle has two halves. */
  arc(...[x, y, radius, start, end, isBackward = false]: ArcWords): void {
    const sweep = toSweep(start, end, isBackward);
    const steps = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2)));
    const step = sweep / steps;
    const reach = (4 / 3) * Math.tan(step / 4) * radius;
    this.lineTo(x + radius * Math.cos(start), y + radius * Math.sin(start));
    for (let index = 0; index < steps; index += 1) {
      const [from, to] = [start + index * step, start + (index + 1) * step];
      const [fromX, fromY] = [x + radius * Math.cos(from), y + radius * Math.sin(from)];
      const [toX, toY] = [x + radius * Math.cos(to), y + radius * Math.sin(to)];
      this.bezierCurveTo(
        fromX - reach * Math.sin(from),
        fromY + reach * Math.cos(from),
        toX + reach * Math.sin(to),
        toY - reach * Math.cos(to),
        toX,
        toY,
      );
    }
  }

  fill(rule?: unknown): void {
    const even = rule === 'evenodd' ? ' fill-rule="evenodd"' : '';
    this.#draw(`<path d="${this.#path.join('')}"${even} fill="${this.#paint('fillStyle')}"`);
  }
  stroke(): void {
    const { lineCap, lineJoin, dash, lineDashOffset } = this.#state;
    const width = format(this.#state.lineWidth * this.#zoom());
    const dashed =
      dash.length === 0
        ? ''
        : ` stroke-dasharray="${dash.map(format).join(' ')}"${lineDashOffset === 0 ? '' : ` stroke-dashoffset="${format(lineDashOffset)}"`}`;
    const ends = `${lineCap === 'butt' ? '' : ` stroke-linecap="${escapeXml(lineCap)}"`}${lineJoin === 'miter' ? '' : ` stroke-linejoin="${escapeXml(lineJoin)}"`}`;
    this.#draw(
      `<path d="${this.#path.join('')}" fill="none" stroke="${this.#paint('strokeStyle')}" stroke-width="${width}"${dashed}${ends}`,
    );
  }
  clip(): void {
    this.#clips += 1;
    const id = `${this.#words.id}-clip-${this.#clips}`;
    this.#parts.push(
      `<clipPath id="${escapeXml(id)}"${this.#toClip()}><path d="${this.#path.join('')}"/></clipPath>`,
    );
    this.#state.clip = id;
  }
  fillRect(...rectangle: Rectangle): void {
    const kept = this.#path;
    this.beginPath();
    this.rect(...rectangle);
    this.fill();
    this.#path = kept;
  }
  strokeRect(...rectangle: Rectangle): void {
    const kept = this.#path;
    this.beginPath();
    this.rect(...rectangle);
    this.stroke();
    this.#path = kept;
  }
  /** The paper is empty at first, and drawn over afterwards. */
  clearRect(): void {}

  measureText(text: string): { readonly width: number } {
    return { width: measureChartText(text, this.#state.font) };
  }
  fillText(text: string, x: number, y: number): void {
    if (text.trim() === '') return;
    const { font, textAlign, textBaseline } = this.#state;
    const size = sizeOf(font);
    const [a, b, c, d] = this.#state.matrix;
    const [left, top] = this.#point(x, y + size * (baselines[textBaseline] ?? 0));
    const place =
      b === 0 && c === 0 && a === 1 && d === 1
        ? `x="${format(left)}" y="${format(top)}"`
        : `transform="matrix(${[a, b, c, d].map(formatTurn).join(' ')} ${format(left)} ${format(top)})"`;
    // Chart.js writes titles in bold, which would have outlines of ten times the size.
    const outline = outlineChartText(text, font.replace(/^bold /u, ''));
    if (outline !== null) {
      this.#drawOutline(text, { outline, place: [left, top] });
      return;
    }
    const anchor = anchors[textAlign];
    this.#drawGroup(
      `<text ${place} font-size="${format(size)}"${font.startsWith('bold') ? ' font-weight="bold"' : ''}${anchor === undefined ? '' : ` text-anchor="${anchor}"`} textLength="${format(this.measureText(text).width)}" lengthAdjust="spacingAndGlyphs" fill="${this.#paint('fillStyle')}"${this.#toAlpha()}>${escapeXmlText(text)}</text>`,
    );
  }
  /** Chart.js outlines no text of ours. */
  strokeText(): void {}

  /** The file. */
  toSvg(): string {
    const { width, height } = this.canvas;
    const { id, title, about } = this.#words;
    const [titleId, aboutId] = [escapeXml(`${id}-title`), escapeXml(`${id}-about`)];
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${format(width)}" height="${format(height)}" viewBox="0 0 ${format(width)} ${format(height)}" xml:space="preserve" role="img" aria-labelledby="${titleId} ${aboutId}" font-family="${svgFontFamily}">`,
      `<title id="${titleId}">${escapeXmlText(title)}</title>`,
      `<desc id="${aboutId}">${escapeXmlText(about)}</desc>`,
      ...this.#parts,
      '</svg>\n',
    ].join('\n');
  }

  #draw(start: string): void {
    this.#parts.push(`${start}${this.#toAlpha()}${this.#toClip()}/>`);
  }
  /** What is turned is clipped by a group around it: a clip path would be turned with it. */
  #drawGroup(element: string): void {
    const clip = this.#toClip();
    this.#parts.push(clip === '' ? element : `<g${clip}>${element}</g>`);
  }
  /** Signs of other scripts as outlines, with their text for search and for being read aloud. */
  #drawOutline(
    text: string,
    { outline, place: [left, top] }: { readonly outline: string; readonly place: Point },
  ): void {
    const { textAlign, matrix } = this.#state;
    const [a, b, c, d] = matrix;
    const back = (shares[textAlign] ?? 0) * this.measureText(text).width;
    const turned = [a, b, c, d].map(formatTurn).join(' ');
    const at = `${format(left - a * back)} ${format(top - b * back)}`;
    this.#drawGroup(
      `<path transform="matrix(${turned} ${at})" d="${outline}" fill="${this.#paint('fillStyle')}"${this.#toAlpha()} role="img" aria-label="${escapeXml(text)}"/>`,
    );
  }
  #toAlpha(): string {
    const { globalAlpha } = this.#state;
    return globalAlpha === 1 ? '' : ` opacity="${format(globalAlpha)}"`;
  }
  #toClip(): string {
    const { clip } = this.#state;
    return clip === null ? '' : ` clip-path="url(#${escapeXml(clip)})"`;
  }
  #paint(which: 'fillStyle' | 'strokeStyle'): string {
    return escapeXml(String(this.#state[which]));
  }
  #multiply([a, b, c, d, e, f]: Matrix): void {
    const [ma, mb, mc, md, me, mf] = this.#state.matrix;
    this.#state.matrix = [
      ma * a + mc * b,
      mb * a + md * b,
      ma * c + mc * d,
      mb * c + md * d,
      ma * e + mc * f + me,
      mb * e + md * f + mf,
    ];
  }
  #point(x: number, y: number): Point {
    const [a, b, c, d, e, f] = this.#state.matrix;
    return [a * x + c * y + e, b * x + d * y + f];
  }
  #at(x: number, y: number): string {
    return this.#point(x, y).map(format).join(' ');
  }
  #zoom(): number {
    const [a, b] = this.#state.matrix;
    return Math.hypot(a, b);
  }
}

type ArcWords = [
  x: number,
  y: number,
  radius: number,
  start: number,
  end: number,
  isBackward?: boolean,
];

/** Fonts of the reader's machine, those with the widths of the shipped ones first. */
const svgFontFamily =
  "'Noto Sans SC', 'Noto Sans', 'Noto Sans CJK SC', 'Segoe UI', Arial, sans-serif";

/** How far below the given height the line of the letters is, in parts of the size. */
const baselines: Readonly<Record<string, number>> = { middle: 0.36, top: 0.88, bottom: -0.12 };

/** The share of a text that is to the left of its place. */
const shares: Readonly<Record<string, number>> = { center: 0.5, right: 1, end: 1 };

const anchors: Readonly<Record<string, string>> = { center: 'middle', right: 'end', end: 'end' };

function sizeOf(font: string): number {
  return Number(/([0-9.]+)px/u.exec(font)?.[1] ?? 10);
}

/** As the canvas has it: a turn or more is a whole circle. */
function toSweep(start: number, end: number, isBackward: boolean): number {
  const turn = 2 * Math.PI;
  const way = isBackward ? start - end : end - start;
  const sweep = way >= turn ? turn : ((way % turn) + turn) % turn;
  return isBackward ? -sweep : sweep;
}

/** Hundredths of a pixel, without a sign at zero. */
function format(value: number): string {
  return String(Math.round(value * 100) / 100 + 0);
}

function formatTurn(value: number): string {
  return String(Math.round(value * 1e5) / 1e5 + 0);
}
