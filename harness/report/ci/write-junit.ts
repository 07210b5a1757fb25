import type { ReportWriter } from '../report-writer.ts';
import { toJunitXml } from './to-junit-xml.ts';

/** Test results for CI systems. */
export const writeJunit: ReportWriter = {
  target: 'file',
  about: 'JUnit XML for CI systems',
  write: ({ data }) =>
    Promise.resolve({ files: [{ name: 'junit.xml', content: [toJunitXml(data)] }], notes: [] }),
};
