import type { ReportInput, ReportOutput } from '../report-writer.ts';
import { toJunitXml } from './to-junit-xml.ts';

/** Test results for CI systems. */
export function writeJunit({ data }: Pick<ReportInput, 'data'>): Promise<ReportOutput> {
  return Promise.resolve({
    files: [{ name: 'junit.xml', content: [toJunitXml(data)] }],
    notes: [],
  });
}
