import type { ReportWriter } from './report-writer.ts';

/** Writers of report files by the name of their option. What makes a file is loaded when one is asked for. */
export const reportWriters: Readonly<Record<string, ReportWriter>> = {
  html: {
    target: 'file',
    about: 'one self-contained page',
    write: async (input) => (await import('./html/write-html.ts')).writeHtml(input),
  },
  png: {
    target: 'folder',
    about: 'all charts that the data can fill, as PNG pictures for slides',
    write: async (input) => (await import('./chart/write-pictures.ts')).writePng(input),
  },
  svg: {
    target: 'folder',
    about: 'the same charts as SVG',
    write: async (input) => (await import('./chart/write-pictures.ts')).writeSvg(input),
  },
  csv: {
    target: 'folder',
    about: 'trials.csv, calls.csv, metrics.csv, sweep.csv, comparisons.csv',
    write: async (input) => (await import('./csv/write-csv.ts')).writeCsv(input),
  },
  junit: {
    target: 'file',
    about: 'JUnit XML for CI systems',
    write: async (input) => (await import('./ci/write-junit.ts')).writeJunit(input),
  },
  md: {
    target: 'file',
    about: 'Markdown for a job summary or a comment',
    write: async (input) => (await import('./ci/write-markdown.ts')).writeMarkdown(input),
  },
};
