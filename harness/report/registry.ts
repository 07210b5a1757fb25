import { writeCsv } from './csv/write-csv.ts';
import { writeHtml } from './html/write-html.ts';
import { writeJunit } from './ci/write-junit.ts';
import { writeMarkdown } from './ci/write-markdown.ts';
import { writePng } from './chart/write-png.ts';
import type { ReportWriter } from './report-writer.ts';

/** Writers of report files by the name of their option. */
export const reportWriters: Readonly<Record<string, ReportWriter>> = {
  html: writeHtml,
  png: writePng,
  csv: writeCsv,
  junit: writeJunit,
  md: writeMarkdown,
};
