import type { ReportInput, ReportOutput } from '../report-writer.ts';
import { toMarkdown } from './to-markdown.ts';

/** A summary for a job page or a comment. */
export function writeMarkdown({ data }: Pick<ReportInput, 'data'>): Promise<ReportOutput> {
  return Promise.resolve({
    files: [{ name: 'summary.md', content: [toMarkdown(data)] }],
    notes: [],
  });
}
