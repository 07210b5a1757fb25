/** What our charts draw with besides what Chart.js draws; the part of a canvas context that they use. */
export interface Pen {
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  font: string;
  /** Language by which signs are shaped; unset, the machine's locale has a say. */
  lang: string;
  textAlign: 'center' | 'left' | 'right';
  textBaseline: 'middle' | 'top' | 'bottom';
  save(): void;
  restore(): void;
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  stroke(): void;
  setLineDash(pattern: readonly number[]): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number): void;
}

/** The pen of a chart. Its declared type belongs to browsers, which this program does not know. */
export function toPen(chart: object): Pen {
  // Every chart of Chart.js has its drawing context as `ctx`, with at least these members.
  return (chart as { readonly ctx: Pen }).ctx;
}
