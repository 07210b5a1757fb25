import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { Lane } from '../../core/suite/lane.ts';
import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

const tools = { look: { parameters: { type: 'object' } } };

/** A case that passes, fails, or cannot be judged, and what the document says of it. */
function toCase(kind: 'passes' | 'fails' | 'nothing', pass?: boolean): object {
  const expected = kind === 'nothing' ? {} : { calls: kind === 'passes' ? [] : ['look'] };
  return { expected, calls: [], ...(pass === undefined ? {} : { pass }) };
}

it.each<[string, readonly object[], number, string]>([
  ['no verdict', [toCase('passes'), toCase('fails')], 1, '1 passed, 1 failed'],
  ['no verdict, all failing', [toCase('fails'), toCase('fails')], 1, '0 passed, 2 failed'],
  [
    'verdicts that hold',
    [toCase('passes', true), toCase('fails', false)],
    0,
    '1 passed, 1 failed; 2 of the 2 verdicts that the document gives hold',
  ],
  [
    'a verdict for some, and not the right one',
    [toCase('passes', false), toCase('passes')],
    1,
    '2 passed, 0 failed; 0 of the 1 verdicts that the document gives hold',
  ],
  [
    'a case that says nothing',
    [toCase('passes'), toCase('nothing')],
    4,
    '1 passed, 0 failed, 1 with nothing to judge',
  ],
])('X04 several cases, %s: the last line says what they came to', async (...told) => {
  const [, cases, exitCode, line] = told;
  await using folder = await createScratchFolder();
  await folder.write('cases.json', JSON.stringify({ tools, cases }));
  const result = await runCommandLine(runCli, ['score', 'cases.json'], { cwd: folder.path });
  expect(result.out.trimEnd().split('\n').at(-1)).toBe(line);
  expect(result.exitCode).toBe(exitCode);
});

const shared = JSON.stringify({ refund: { parameters: { type: 'object', required: ['order'] } } });
const wanted = JSON.stringify({ calls: ['refund'] });

/** A logged conversation that calls `refund` well or badly, as often as it says. */
function toLog(id: string | null, { bad = false, times = 1 } = {}): string {
  const call = (place: number): object => ({
    id: `c${place}`,
    type: 'function',
    function: { name: 'refund', arguments: bad ? '{}' : '{"order":"A"}' },
  });
  const messages = Array.from({ length: times }, (_, place) => [
    { role: 'assistant', content: null, tool_calls: [call(place)] },
    { role: 'tool', tool_call_id: `c${place}`, content: bad ? '{"error":"bad"}' : 'ok' },
  ]).flat();
  return JSON.stringify({
    ...(id === null ? {} : { id }),
    model: 'gpt-x',
    temperature: 0,
    messages: [
      { role: 'user', content: 'Refund A' },
      ...messages,
      { role: 'assistant', content: 'Done' },
    ],
  });
}

async function openLogs(): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  await folder.write('tools.json', shared);
  await folder.write('rules.json', wanted);
  await folder.write('grades.json', '{"refund":"irreversible"}');
  const ids = Array.from({ length: 12 }, (_, place) => place);
  await folder.write('before.jsonl', ids.map((id) => toLog(`t${id}`)).join('\n'));
  for (const id of ids)
    await folder.write(`after/day/${id}.json`, toLog(`t${id}`, { bad: id > 1 }));
  return folder;
}

async function run(folder: ScratchFolder, line: string): Promise<CommandResult> {
  return await runCommandLine(runCli, line.split(' '), { cwd: folder.path });
}

const given = '--tools tools.json --expected rules.json --out runs';

it('two inputs become two run folders that report, compare and baseline accept read', async () => {
  await using folder = await openLogs();
  const first = await run(folder, `score before.jsonl ${given} --json`);
  const second = await run(folder, `score after ${given} --json`);
  expect([first.exitCode, second.exitCode]).toEqual([0, 1]);
  const [before, after] = [first, second].map(
    (result) => (JSON.parse(result.out) as { readonly runFolder: string }).runFolder,
  );
  const report = await run(folder, `report ${before} --json`);
  expect(JSON.parse(report.out)).toMatchObject({
    suite: 'transcripts',
    passed: 12,
    verdict: 'PASS',
  });
  expect(Object.keys((JSON.parse(report.out) as { scores: object }).scores)).not.toContain(
    'cost.model_ms',
  );
  const compared = await run(folder, `compare ${before} ${after} --json`);
  expect(JSON.parse(compared.out)).toMatchObject({
    verdict: 'REGRESSION',
    comparisons: [
      { baseline: { name: expect.stringContaining('before') }, coverage: { pairedTrials: 12 } },
    ],
  });
  expect((await run(folder, `baseline accept ${before}`)).exitCode).toBe(0);
  const held = await run(folder, `compare reports/baseline/transcripts.json ${after}`);
  expect(held.exitCode).toBe(1);
});

it('two inputs of one command are two variants of one run', async () => {
  await using folder = await openLogs();
  const { out } = await run(folder, `score before.jsonl after/ ${given} --json`);
  const { runFolder } = JSON.parse(out) as { readonly runFolder: string };
  const compared = await run(folder, `compare ${runFolder} --by model --json`);
  expect(JSON.parse(compared.out)).toMatchObject({
    comparisons: [
      { baseline: { name: 'before' }, candidate: { name: 'after' }, verdict: 'REGRESSION' },
    ],
  });
});

it.each([
  ['before.jsonl', 0, 'PASS'],
  ['after', 1, 'FAIL'],
])('the gates of the configuration decide about %s', async (input, exitCode, verdict) => {
  await using folder = await openLogs();
  await folder.write(
    'toolrig.config.mjs',
    'export default { gates: [{ metric: "arguments.valid_first", min: 0.9 }] };',
  );
  const result = await run(folder, `score ${input} ${given} --gate`);
  expect(result.exitCode).toBe(exitCode);
  expect(result.out.trimEnd().split('\n').at(-1)).toBe(
    `the gates decide: ${verdict} (exit code ${exitCode})`,
  );
});

it('gates without a run folder are refused', async () => {
  await using folder = await openLogs();
  const result = await run(folder, 'score before.jsonl --gate');
  expect([result.exitCode, result.err]).toEqual([2, expect.stringContaining('--out')]);
});

it.each<[string, number, string]>([
  ['{"id": "cut", "messag', 1, 'logs.jsonl line 1 $: expected JSON'],
  ['{"id": "cut", "messag', 3, 'logs.jsonl line 3 $: expected JSON'],
  [
    '{"id": "x", "messages": "none"}',
    4,
    'logs.jsonl line 4 $.messages: expected a list, found "none"',
  ],
])(
  'a line that cannot be read is named, and the others are scored: %s',
  async (text, line, told) => {
    await using folder = await openLogs();
    const lines = [toLog('a'), toLog('b'), toLog('c')];
    await folder.write('logs.jsonl', lines.toSpliced(line - 1, 0, text).join('\n'));
    const result = await run(folder, `score logs.jsonl ${given}`);
    expect(result.exitCode).toBe(2);
    expect(result.err).toBe(
      `toolrig: Cannot score 1 document; the other 3 are scored\n  ${result.err.split('\n  ')[1] ?? ''}`,
    );
    expect(result.err).toContain(told);
    expect(result.out).toContain('3 passed, 0 failed, 1 not read');
    const runFolder = /run folder: (?<path>.*)/u.exec(result.out)?.groups?.['path'] ?? '';
    const report = await run(folder, `report ${runFolder} --json`);
    expect(JSON.parse(report.out)).toMatchObject({
      planned: 3,
      verdict: 'INVALID',
      exitCode: 4,
      invalidReasons: [{ code: 'document_unreadable', text: expect.stringContaining(told) }],
    });
  },
);

it('an empty folder, and inputs of which nothing can be read, are refused', async () => {
  await using folder = await openLogs();
  await folder.write('empty/readme.txt', '');
  await folder.write('bad.jsonl', '{\n[');
  const empty = await run(folder, 'score empty');
  expect([empty.exitCode, empty.err]).toEqual([2, expect.stringContaining('Cannot score "empty"')]);
  const bad = await run(folder, `score bad.jsonl ${given}`);
  expect([bad.exitCode, bad.err]).toEqual([
    2,
    expect.stringContaining('Cannot score "bad.jsonl": 2 problems'),
  ]);
  expect(bad.err).toContain('\n  bad.jsonl line 2 $: expected JSON');
});

it('problems are listed up to a hundred, with what documents can share', async () => {
  await using folder = await openLogs();
  await folder.write('many.jsonl', Array.from({ length: 101 }, () => '[').join('\n'));
  const many = await run(folder, `score many.jsonl ${given}`);
  expect(many.err).toContain('Cannot score "many.jsonl": 101 problems\n  many.jsonl line 1 $');
  expect(many.err).toContain('line 100 $');
  expect(many.err).not.toContain('line 101 $');
  expect(many.err).toContain('\n  ... and 1 more');
  expect(many.err).not.toContain('--tools FILE');
  await folder.write('bare.json', toLog(null));
  const bare = await run(folder, 'score bare.json --tools tools.json');
  expect(bare.err).toContain('Cannot score "bare.json": 1 problem\n');
  expect(bare.err).toContain('--tools FILE and --expected FILE');
  expect(bare.err).not.toContain('more\n');
});

it('one case of several is chosen by its id or name, an unknown one is refused', async () => {
  await using folder = await openLogs();
  await folder.write('logs.jsonl', [toLog('a', { bad: true }), toLog('b')].join('\n'));
  const by = async (id: string): Promise<CommandResult> =>
    await run(folder, `score logs.jsonl ${given} --case ${id}`);
  expect([(await by('a')).exitCode, (await by('b')).exitCode]).toEqual([1, 0]);
  const unknown = await by('c');
  expect([unknown.exitCode, unknown.err]).toEqual([
    2,
    expect.stringContaining('expected a case with the id "c", found a, b'),
  ]);
});

it('one document that is left is counted as one', async () => {
  await using folder = await openLogs();
  await folder.write('logs.jsonl', ['[', toLog('b'), '{'].join('\n'));
  const { err } = await run(folder, `score logs.jsonl ${given}`);
  expect(err).toContain('Cannot score 2 documents; the other is scored');
});

it('a map of grades makes doubled effects of logged calls measured', async () => {
  await using folder = await openLogs();
  await folder.write('twice.json', toLog(null, { times: 2 }));
  const doubled = async (more: string): Promise<unknown> => {
    const { out } = await run(
      folder,
      `score twice.json --tools tools.json --expected rules.json --json ${more}`.trim(),
    );
    return (JSON.parse(out) as { scores: Record<string, { value: unknown }> }).scores[
      'effects.double'
    ]?.value;
  };
  expect(await doubled('')).toBeNull();
  expect(await doubled('--effects grades.json')).toBe(1);
});

it('the same id is an attempt made again, unless it means something else elsewhere', async () => {
  await using folder = await openLogs();
  const other = JSON.stringify({ ...(JSON.parse(toLog('b')) as object), expected: { calls: [] } });
  await folder.write('logs/x.jsonl', [toLog('a'), toLog('a'), toLog('b'), toLog(null)].join('\n'));
  await folder.write('logs/y.json', other);
  const { out } = await run(folder, `score logs ${given} --json`);
  const { runFolder } = JSON.parse(out) as { readonly runFolder: string };
  const text = await readFile(join(folder.path, runFolder, 'scores.jsonl'), 'utf8');
  const lanes = text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { lane: Lane }).lane);
  expect(lanes.map(({ scenario, repeat }) => `${scenario} r${repeat}`)).toEqual([
    'a r1',
    'a r2',
    expect.stringMatching(/^logs-x-jsonl-line-3-b~[0-9a-f]{8} r1$/u),
    'x.line-4 r1',
    expect.stringMatching(/^logs-y-json-b~[0-9a-f]{8} r1$/u),
  ]);
});

it('one good document of a named suite is scored without a word on standard error', async () => {
  await using folder = await createScratchFolder();
  await folder.write('case.json', JSON.stringify({ tools, ...toCase('passes') }));
  const words = ['score', 'case.json', '--out', 'runs', '--suite', 'my logs'];
  const { exitCode, err, out } = await runCommandLine(runCli, words, { cwd: folder.path });
  expect([exitCode, err]).toEqual([0, '']);
  expect(out).toMatch(/runs\/[0-9TZ]+-my/u);
});
