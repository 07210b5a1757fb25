import type { ReportFile, ReportInput, ReportOutput } from '../report-writer.ts';
import { loadChartFonts } from './chart-fonts.ts';
import { drawChart, drawSvg } from './draw-chart.ts';
import { listPictures, type Picture } from './list-pictures.ts';

/** A picture as SVG text, for a page or a file. */
export interface SvgPicture {
  readonly name: string;
  readonly title: string;
  /** One sentence on what it shows. */
  readonly caption: string;
  readonly svg: string;
}

type Input = Pick<ReportInput, 'data' | 'results'>;

/** All pictures of a report as PNG. */
export async function writePng(input: Input): Promise<ReportOutput> {
  return await writePictures(input, ({ name, chart }) => ({
    name: `${name}.png`,
    content: drawChart(chart),
  }));
}

/** All pictures of a report as SVG. */
export async function writeSvg(input: Input): Promise<ReportOutput> {
  return await writePictures(input, (picture) => ({
    name: `${picture.name}.svg`,
    content: new TextEncoder().encode(toSvgPicture(picture).svg),
  }));
}

/** All pictures of a report as SVG text. Their ids differ, so that one page can hold all of them. */
export async function listSvgPictures(input: Input): Promise<readonly SvgPicture[]> {
  const { pictures } = await listPictures(input, loadChartFonts());
  return pictures.map(toSvgPicture);
}

async function writePictures(
  input: Input,
  toFile: (picture: Picture) => ReportFile,
): Promise<ReportOutput> {
  const fonts = loadChartFonts();
  const { pictures, left } = await listPictures(input, fonts);
  const files = pictures.map(toFile);
  const shortened = new Set(pictures.flatMap((picture) => picture.shortened));
  const missing = fonts.missing();
  const notes = [
    left.length === 0 ? null : `no picture of: ${[...new Set(left)].join('; ')}`,
    shortened.size === 0
      ? null
      : `the pictures shorten ${shortened.size === 1 ? 'one name' : `${shortened.size} names`}; the tables of --csv and --html have the full text`,
    missing.length === 0
      ? null
      : `The shipped fonts have no sign for ${missing.join(' ')}: the pictures show the codes; the tables of --csv and --html have the text`,
  ];
  return { files, notes: notes.filter((note) => note !== null) };
}

function toSvgPicture({ name, words, chart, shortened }: Picture): SvgPicture {
  const { title, caption, key } = words;
  const about = [caption, key, ...shortened.map((text) => `In full: ${text}.`)].join(' ');
  const svg = drawSvg(chart, { id: `toolrig-${toId(name)}`, title, about });
  return { name, title, caption, svg };
}

/** Letters of all scripts are allowed in ids, but not in every reader of SVG. */
function toId(name: string): string {
  return name.replace(/[^A-Za-z0-9-]/gu, (sign) => `_${(sign.codePointAt(0) ?? 0).toString(16)}`);
}
