import fc from 'fast-check';
import { expect, it } from 'vitest';

import { compareScores } from '../../compare/compare-scores.ts';
import { hostileTexts, makeHostileRun } from '../../testing/hostile-run.ts';
import { makeRun, type MadeRun } from '../../testing/made-run.ts';
import { readXml, type XmlElement } from '../../testing/read-xml.ts';
import { collectRun } from '../open/collect-run.ts';
import type { ReportData } from '../report-data.ts';
import { toVisibleText } from '../text/to-visible-text.ts';
import { escapeXml, escapeXmlText } from './escape-xml.ts';
import { listTestCases } from './list-test-cases.ts';
import { toAnnotations } from './to-annotations.ts';
import { toCodeSpan, toMarkdownText } from './to-code-span.ts';
import { toJunitXml } from './to-junit-xml.ts';
import { toMarkdown } from './to-markdown.ts';

async function toReport(run: MadeRun, more: Partial<ReportData> = {}): Promise<ReportData> {
  const { suite, verdict, exitCode } = run.summary;
  const results = async function* (): AsyncGenerator<MadeRun['results'][number]> {
    yield* await Promise.resolve(run.results);
  };
  return {
    suite,
    verdict,
    exitCode,
    run: await collectRun(run, results),
    comparisons: [],
    gates: null,
    ...more,
  };
}

/** Twelve scenarios, of which the candidate loses all; one tool's text was changed. */
function compareDesks(): ReportData['comparisons'][number] {
  const side = (name: string, success: number, description: string) => {
    const { results } = makeRun(
      Array.from({ length: 12 }, (_, index) => ({
        scenario: `s${index + 1}`,
        variant: name,
        values: { 'task.success': success },
        facts: { confusion: [{ expected: 'track', called: success === 1 ? 'track' : 'find' }] },
      })),
    );
    return {
      suite: 'made',
      side: { name, model: 'm', nature: 'learned', about: null, toolset: name, loop: 'l' } as const,
      tools: [{ name: 'track', description, parameters: { type: 'object' } }],
      records: results.map(({ score }) => score),
      refusals: [],
    };
  };
  return compareScores(side('desk@1', 1, 'Tracks a parcel'), side('desk@2', 0, 'Does | things'), {
    by: 'toolset',
  });
}

function listCases(root: XmlElement): readonly XmlElement[] {
  return root.children.flatMap((suite) => suite.children.filter(({ name }) => name === 'testcase'));
}

it('JUnit: every case of a hostile run is well-formed, named once and counted', async () => {
  const root = readXml(toJunitXml(await toReport(makeHostileRun(), { exitCode: 1 })));
  const cases = listCases(root);
  const names = cases.map(({ attributes }) => `${attributes['classname']}\n${attributes['name']}`);
  expect(new Set(names).size).toBe(cases.length);
  const count = (name: string): number =>
    cases.filter(({ children }) => children.some((child) => child.name === name)).length;
  expect(root.attributes).toMatchObject({
    tests: String(cases.length),
    failures: String(count('failure')),
    errors: String(count('error')),
  });
  expect([cases.length, count('failure'), count('error'), count('skipped')]).toEqual([10, 2, 2, 2]);
});

it('JUnit: reasons come through as they were, with what cannot be shown made visible', async () => {
  const root = readXml(toJunitXml(await toReport(makeHostileRun(), { exitCode: 1 })));
  const failure = listCases(root)
    .flatMap(({ children }) => children)
    .find(({ name }) => name === 'failure');
  const expected = Object.entries(hostileTexts).map(([code, text]) => `${code}: ${text}`);
  expect(failure?.text).toBe(toVisibleText(expected.join('\n')));
});

it.each(['::error::x', 'a\n::error::x', 'a\n \t::stop-commands::x', 'a\n##[error]x'])(
  'JUnit: a job that prints the file obeys no line of it: %j',
  (text) => {
    expect(`${escapeXmlText(text)}\n${escapeXml(text)}`).not.toMatch(/^\s*(?:::|##\[)/mu);
  },
);

it('JUnit: any text survives attributes and content', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const root = readXml(
        `<?xml version="1.0" encoding="UTF-8"?>\n<a b="${escapeXml(text)}">${escapeXmlText(text)}</a>`,
      );
      expect([root.attributes['b'], root.text]).toEqual([toVisibleText(text), toVisibleText(text)]);
    }),
  );
});

it('JUnit: repeats of a case are one case, and say how many of them failed', async () => {
  const run = makeRun([
    { repeat: 1 },
    { repeat: 2, values: { 'task.success': 0 } },
    { repeat: 3, values: { 'task.success': 0 } },
  ]);
  const [only] = listTestCases(await toReport(run));
  expect(only).toMatchObject({
    status: 'failed',
    message: '2 of 3 repeats: missing_call: "look_up" was expected and not called',
  });
});

it('JUnit: names that become the same stay apart', async () => {
  const run = makeRun([{ scenario: 'a\u0001' }, { scenario: 'a\\u0001' }]);
  const cases = listCases(readXml(toJunitXml(await toReport(run))));
  expect(new Set(cases.map(({ attributes }) => attributes['name'])).size).toBe(2);
});

it('JUnit: a run that measured nothing is an error, not an empty green report', async () => {
  expect(readXml(toJunitXml(await toReport(makeRun([])))).attributes).toMatchObject({
    tests: '1',
    errors: '1',
  });
});

it('a regression names its scenarios and the tool whose text changed, in all three forms', async () => {
  const comparison = compareDesks();
  const report: ReportData = {
    suite: 'made',
    verdict: comparison.verdict,
    exitCode: comparison.exitCode,
    run: null,
    comparisons: [comparison],
    gates: null,
  };
  const outputs = [toJunitXml(report), toMarkdown(report), toAnnotations(report, 'suite.ts')];
  expect(comparison.verdict).toBe('REGRESSION');
  for (const text of outputs)
    for (const word of ['s1', 's12', 'track']) expect(text).toContain(word);
  const failed = listCases(readXml(outputs[0] ?? '')).filter(({ children }) =>
    children.some(({ name }) => name === 'failure'),
  );
  expect(failed.map(({ attributes }) => attributes['name'])).toEqual([
    'task.success',
    'recall of track',
    ...comparison.flips.map(({ scenario }) => scenario),
  ]);
});

it('where a comparison decides, what passed it is not a failure, and what became worse is a notice', async () => {
  const comparison = compareDesks();
  const passing = {
    ...comparison,
    verdict: 'PASS',
    exitCode: 0,
    metrics: comparison.metrics.map((metric) => ({ ...metric, verdict: 'PASS' as const })),
    tools: [],
  } as const;
  const report = await toReport(makeRun([{ values: { 'task.success': 0 } }]), {
    about: 'comparison',
    verdict: 'PASS',
    exitCode: 0,
    comparisons: [passing],
  });
  const root = readXml(toJunitXml(report));
  expect(root.attributes).toMatchObject({ tests: '13', failures: '0', errors: '0' });
  expect(listCases(root).at(-1)?.children[0]).toMatchObject({
    name: 'system-out',
    text: expect.stringContaining('worse: success 1.000 -> 0.000'),
  });
  const lines = toAnnotations(report, 'a.ts').trimEnd().split('\n');
  expect(lines).toHaveLength(10);
  expect(lines.filter((line) => !line.startsWith('::notice '))).toEqual([]);
  expect(lines.at(-2)).toContain('and 4 more');
  expect(lines.at(-1)).toContain('PASS');
});

it('gates that do not hold fail, those that are open do not; the report names who broke them', async () => {
  const gate = {
    metric: 'task.success',
    suite: null,
    variant: null,
    kind: 'margin',
    margin: 0.05,
  } as const;
  const result = {
    gate,
    rule: 'task.success not worse',
    variant: 'a',
    sentence: 'It fell',
    causes: ['track'],
  };
  const breaker = {
    scenario: 's7',
    plan: 'none',
    value: 0,
    baseline: 1,
    reasons: ['missing_call: x'],
  };
  const report = await toReport(makeRun([{}]), {
    verdict: 'REGRESSION',
    exitCode: 1,
    gates: {
      schemaVersion: 1,
      verdict: 'REGRESSION',
      exitCode: 1,
      comparisons: [],
      results: [
        { ...result, verdict: 'REGRESSION', breakers: [breaker] },
        { ...result, rule: 'open', verdict: 'INCONCLUSIVE', breakers: [] },
        { ...result, rule: 'good', verdict: 'PASS', breakers: [] },
      ],
    },
  });
  expect(
    listTestCases(report)
      .filter(({ className }) => className === 'gates.a')
      .map(({ name, status }) => [name, status]),
  ).toEqual([
    ['task.success not worse', 'failed'],
    ['open', 'skipped'],
    ['good', 'passed'],
  ]);
  for (const text of [toJunitXml(report), toMarkdown(report), toAnnotations(report, 'a.ts')]) {
    expect(text).toMatch(/s7[^]*missing_call/u);
    expect(text).toContain('track');
  }
});

it('annotations: hostile text starts no command of its own', async () => {
  const text = toAnnotations(await toReport(makeHostileRun()), 'suites/hostile/suite.ts');
  const lines = text.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) {
    expect(line).toMatch(/^::(?:error|warning|notice) file=[^,:]+,title=[^,:]*::[^\r\n]*$/u);
  }
});

it('annotations: at most ten, and the tenth says how many more there are', async () => {
  const run = makeRun(
    Array.from({ length: 30 }, (_, index) => ({
      scenario: `s${index}`,
      values: { 'task.success': 0 },
    })),
  );
  const lines = toAnnotations(await toReport(run), 'a.ts')
    .trimEnd()
    .split('\n');
  expect([lines.length, lines.at(-1)]).toEqual([
    10,
    '::error file=a.ts,title=toolrig made::and 21 more: see the job summary or the JUnit file',
  ]);
});

it('annotations: one scenario under many plans is reported once', async () => {
  const plans = ['none', 'p1', 'p2'];
  const run = makeRun(plans.map((plan) => ({ plan, values: { 'task.success': 0 } })));
  const lines = toAnnotations(await toReport(run), 'a.ts')
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('and in 2 more: s1 [p1], s1 [p2]');
});

it('annotations: a run that passed says so', async () => {
  expect(toAnnotations(await toReport(makeRun([{}])), 'a.ts')).toBe(
    '::notice file=a.ts,title=toolrig made%3A PASS::1 of 1 cases passed\n',
  );
});

it.each([
  ['a`b', '``a`b``'],
  ['`a`', '`` `a` ``'],
  ['a|b', '`a\\|b`'],
  ['a\nb', '`a\\nb`'],
  ['<b>@x #1', '`<b>@x #1`'],
  ['', ''],
  ['x'.repeat(301), `\`${'x'.repeat(300)}…\``],
])('Markdown: %j is the code span %j', (text, expected) => {
  expect(toCodeSpan(text)).toBe(expected);
});

it('Markdown: nothing in a sentence is markup', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(toMarkdownText(text).replace(/\\[^A-Za-z0-9\s]/gu, '')).not.toMatch(
        /[`*_{}[\]<>()#+!|~&@$]/u,
      );
    }),
  );
});

it('Markdown, JUnit and annotations of a hostile run stay as they were', async () => {
  const report = await toReport(makeHostileRun(), { exitCode: 1 });
  await expect(toMarkdown(report)).toMatchFileSnapshot('../golden/hostile.md');
  await expect(toJunitXml(report)).toMatchFileSnapshot('../golden/hostile.junit.xml');
  await expect(toAnnotations(report, 'suite.ts')).toMatchFileSnapshot('../golden/hostile.txt');
});

it.each([0, 3, 4, 130])(
  'JUnit: nothing is a failure at exit code %d, and what failed says so',
  async (exitCode) => {
    const report = await toReport(
      makeRun([{ values: { 'task.success': 0 } }, { scenario: 's2' }]),
      {
        exitCode,
      },
    );
    const root = readXml(toJunitXml(report));
    expect(root.attributes).toMatchObject({ tests: '2', failures: '0', errors: '0' });
    expect(toJunitXml(report)).toContain('failed, which does not decide here: missing_call');
    expect(toAnnotations(report, 'a.ts')).not.toContain('::error');
  },
);

it('failures that the baseline has too are listed, and new ones fail, in all three forms', async () => {
  const run = makeRun([
    { scenario: 'old', values: { 'task.success': 0 } },
    { scenario: 'new', values: { 'task.success': 0 } },
  ]);
  const report = await toReport(run, {
    verdict: 'REGRESSION',
    exitCode: 1,
    gates: {
      schemaVersion: 1,
      verdict: 'REGRESSION',
      exitCode: 1,
      knownFailures: ['made/old/a/none/r1'],
      results: [],
      comparisons: [],
    },
  });
  expect(listTestCases(report).map(({ name, status }) => [name, status])).toEqual([
    ['old', 'skipped'],
    ['new', 'failed'],
  ]);
  expect(toMarkdown(report)).toMatch(
    /Failed or not measured: 1 of 2 cases[^]*`new`[^]*Known failures of the baseline: 1[^]*`old`/u,
  );
  const errors = toAnnotations(report, 'a.ts')
    .split('\n')
    .filter((line) => line.startsWith('::error'));
  expect(errors.map((line) => /: (old|new)/u.exec(line.replaceAll('%3A', ':'))?.[1])).toEqual([
    'new',
  ]);
});

it('JUnit has no times: a replay runs on virtual time', async () => {
  expect(toJunitXml(await toReport(makeRun([{}])))).not.toContain('time=');
});

it('Markdown shows no interval without width', () => {
  const comparison = compareDesks();
  const report: ReportData = {
    suite: 'made',
    verdict: 'REGRESSION',
    exitCode: 1,
    run: null,
    comparisons: [comparison],
    gates: null,
  };
  expect(toMarkdown(report)).toContain('the same in every cluster');
  expect(toMarkdown(report)).not.toMatch(/-1\.000 to -1\.000/u);
});
