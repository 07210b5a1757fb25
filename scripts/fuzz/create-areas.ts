import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Random } from '../../harness/core/random.ts';
import { importers } from '../../harness/import/registry.ts';
import { matchPattern } from '../../harness/expectation/match-pattern.ts';
import { parseRecording } from '../../harness/cassette/lane/parse-recording.ts';
import { createRedactor } from '../../harness/redact/create-redactor.ts';
import { loadSuite } from '../../harness/suite/load/load-suite.ts';
import { runCli } from '../../harness/cli/run-cli.ts';
import { repositoryRoot, runCommandLine } from '../../harness/testing/run-command-line.ts';
import { secretShapes } from '../../harness/testing/secret-shapes.ts';
import { toLoadSuite } from '../load/load-suite.ts';
import { damageText } from './damage-text.ts';

/** One kind of input. `try` returns a problem or `null`; an error of toolrig that it throws is a refusal. */
export interface FuzzArea {
  readonly name: string;
  /** Share of the inputs: those that need a whole command are slow. */
  readonly share: number;
  try(random: Random): Promise<string | null> | string | null;
}

/** @param folder - a scratch folder; @param run - a finished run folder, which is only read. */
export function createAreas(folder: string, run: string): readonly FuzzArea[] {
  return [
    createSuites(folder),
    createLanes(),
    createRunFolders(folder, run),
    createImports(),
    createRedaction(),
    createPatterns(),
  ];
}

function createSuites(folder: string): FuzzArea {
  const text = JSON.stringify(toLoadSuite(3));
  const file = join(folder, 'suite.json');
  return {
    name: 'suites',
    share: 1,
    async try(random) {
      writeFileSync(file, damageText(text, random));
      await loadSuite(file);
      return null;
    },
  };
}

function createLanes(): FuzzArea {
  const lane = {
    suite: 'orders',
    scenario: 'goodbye',
    variant: 'reference',
    plan: 'none',
  } as const;
  const path = 'cassettes/orders/goodbye/reference/none.r1.jsonl';
  const text = readFileSync(join(repositoryRoot, path), 'utf8');
  return {
    name: 'lanes',
    share: 1,
    try(random) {
      const damaged = damageText(text, random);
      const { ok } = parseRecording(damaged, { ...lane, repeat: 1 });
      return ok && damaged !== text ? 'a damaged recording is accepted' : null;
    },
  };
}

const runFiles = ['manifest.json', 'trials.jsonl', 'scores.jsonl', 'summary.json'] as const;

function createRunFolders(folder: string, run: string): FuzzArea {
  const place = join(folder, 'run');
  return {
    name: 'run folders',
    share: 0.05,
    async try(random) {
      cpSync(run, place, { recursive: true });
      const name = runFiles[Math.floor(random.next() * runFiles.length)] ?? 'summary.json';
      const text = readFileSync(join(run, name), 'utf8');
      writeFileSync(join(place, name), damageText(text, random));
      const { err } = await runCommandLine(runCli, ['report', place], { cwd: folder });
      return /fault of toolrig|^ +at /mu.test(err) ? `${name}: ${err.slice(0, 200)}` : null;
    },
  };
}

function createImports(): FuzzArea {
  const call = { id: 'c1', type: 'function', function: { name: 'book', arguments: '{"id": 5}' } };
  const traj = [
    { role: 'user', content: 'Book it' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', name: 'book', content: 'booked' },
    { role: 'assistant', content: 'It is booked' },
  ];
  const text = JSON.stringify([{ task_id: 1, trial: 0, reward: 1, info: {}, traj }]);
  const options = { tools: null, suite: null, variant: null, only: null } as const;
  const all = Object.values(importers);
  return {
    name: 'imports',
    share: 1,
    try(random) {
      const importer = all[Math.floor(random.next() * all.length)];
      const files = [{ name: 'a.json', text: damageText(text, random) }];
      const made = importer?.(files, { ...options, errors: 'failed', injectionTasks: false });
      for (const trial of made?.trials() ?? [])
        if (trial.record.lane.suite === '') return 'no suite';
      return null;
    },
  };
}

function createRedaction(): FuzzArea {
  const redactor = createRedactor({ secrets: [], fields: [], patterns: [], key: null, salt: 'f' });
  return {
    name: 'redaction',
    share: 1,
    try(random) {
      const shape = secretShapes[Math.floor(random.next() * secretShapes.length)];
      if (shape === undefined) return null;
      const before = damageText('{"a": "some words", "b": [1, 2]}', random);
      const text = `${before}\n${shape.text}`;
      return redactor.redactText(text).includes(shape.secret) ? `${shape.kind} stays` : null;
    },
  };
}

const atoms = [
  'a',
  '(a+)+',
  '(a|a)*',
  '[^b]*',
  '.*',
  '\\d{1,9}',
  '(?=a)',
  '$',
  '(',
  ']',
  '\\',
  '^',
];

function createPatterns(): FuzzArea {
  return {
    name: 'patterns',
    share: 0.2,
    try(random) {
      const pattern = Array.from(
        { length: 1 + Math.floor(random.next() * 4) },
        () => atoms[Math.floor(random.next() * atoms.length)] ?? '',
      ).join('');
      const startMs = performance.now();
      const refusal = catchRefusal(() => matchPattern(pattern, `${'a'.repeat(200)}b`));
      const tookMs = performance.now() - startMs;
      if (tookMs > mostPatternMs) {
        throw new TypeError(`"${pattern}" ran for ${Math.round(tookMs)} ms`);
      }
      if (refusal !== null) throw refusal;
      return null;
    },
  };
}

/** What a piece of work was refused with; `null` when it was done. */
function catchRefusal(work: () => unknown): Error | null {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const mostPatternMs = 10_000;
