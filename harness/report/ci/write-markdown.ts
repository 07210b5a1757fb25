import type { ReportWriter } from '../report-writer.ts';
import { toMarkdown } from './to-markdown.ts';

/** A summary for a job page or a comment. */
export const writeMarkdown: ReportWriter = {
  target: 'file',
  about: 'Markdown for a job summary or a comment',
  write: ({ data }) =>
    Promise.resolve({ files: [{ name: 'summary.md', content: [toMarkdown(data)] }], notes: [] }),
};
