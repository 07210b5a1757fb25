import type { ReportData } from '../report-data.ts';
import { escapeXml, escapeXmlText } from './escape-xml.ts';
import { listTestCases, type TestCase } from './list-test-cases.ts';

/**
 * A report as JUnit XML: one suite for each class of test cases. A failed case is a failure, one that could not be
 * measured an error; skipped and undecided ones are skipped. There are no times: a replay runs on virtual time, and
 * real times are not kept, so that the same run gives the same bytes.
 *
 * Source: the schema of the Jenkins xUnit plugin (junit-10.xsd), which CI systems read.
 */
export function toJunitXml(report: ReportData): string {
  const cases = listTestCases(report);
  const classes = new Map<string, TestCase[]>();
  for (const item of cases) {
    const group = classes.get(item.className) ?? [];
    classes.set(item.className, group);
    group.push(item);
  }
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(`toolrig ${report.suite}: ${report.verdict}`)}" ${toCounts(cases)}>`,
    ...[...classes].flatMap(([name, group]) => toSuite(name, group, report)),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function toSuite(name: string, cases: readonly TestCase[], report: ReportData): readonly string[] {
  const properties = toProperties(name, report);
  return [
    `  <testsuite name="${escapeXml(name)}" ${toCounts(cases)} skipped="${count(cases, 'skipped')}">`,
    ...(properties.length === 0 ? [] : ['    <properties>', ...properties, '    </properties>']),
    ...cases.flatMap(toCase),
    '  </testsuite>',
  ];
}

/** Describes a variant, so that a scripted agent is never mistaken for a language model. */
function toProperties(name: string, { suite, run }: ReportData): readonly string[] {
  const variant = run?.variants.find((candidate) => `${suite}.${candidate.name}` === name);
  if (variant === undefined) return [];
  const { model, nature, toolset, loop } = variant.summary;
  const entries = { model, model_nature: nature, toolset, loop };
  return Object.entries(entries).map(
    ([key, value]) => `      <property name="${key}" value="${escapeXml(value)}"/>`,
  );
}

function toCounts(cases: readonly TestCase[]): string {
  return `tests="${cases.length}" failures="${count(cases, 'failed')}" errors="${count(cases, 'invalid')}"`;
}

function count(cases: readonly TestCase[], status: TestCase['status']): number {
  return cases.filter((item) => item.status === status).length;
}

function toCase({ className, name, status, message, text }: TestCase): readonly string[] {
  const start = `    <testcase classname="${escapeXml(className)}" name="${escapeXml(name)}"`;
  switch (status) {
    case 'passed':
      return message === ''
        ? [`${start}/>`]
        : [
            `${start}>`,
            `      <system-out>${escapeXmlText(message)}</system-out>`,
            '    </testcase>',
          ];
    case 'failed':
      return wrap(start, `<failure type="failed" message="${escapeXml(message)}"`, text);
    case 'invalid':
      return wrap(start, `<error type="invalid" message="${escapeXml(message)}"`, text);
    case 'skipped':
      return [`${start}>`, `      <skipped message="${escapeXml(message)}"/>`, '    </testcase>'];
  }
}

function wrap(start: string, element: string, text: string): readonly string[] {
  const name = /^<(\w+)/u.exec(element)?.[1] ?? '';
  return [`${start}>`, `      ${element}>${escapeXmlText(text)}</${name}>`, '    </testcase>'];
}
