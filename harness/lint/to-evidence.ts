import type { ScoreRecord } from '../core/trial/trial.ts';
import type { LintEvidence } from './lint-tools.ts';

const textRules = [
  'no-what',
  'no-when',
  'no-when-not',
  'overlap',
  'empty-name',
  'request-nearer-to-another',
];
const fieldRules = [
  'free-text-choice',
  'number-without-bounds',
  'text-without-length',
  'level-without-type',
  'open-object',
  'many-required',
  'wide-tool',
  'breaks-old-calls',
];

/**
 * What runs showed about tools: which were mistaken for which, and which arguments were refused. Counted over trials that
 * finished.
 */
export function toEvidence(records: readonly ScoreRecord[]): readonly LintEvidence[] {
  const confused = new Map<string, number>();
  const refused = new Map<string, number>();
  for (const { facts } of records) {
    for (const { expected, called } of facts?.confusion ?? []) {
      if (expected !== called) count(confused, [expected ?? '', called ?? '']);
    }
    for (const { tool, path, code } of facts?.argumentErrors ?? []) {
      count(refused, [tool, toField(path), code]);
    }
  }
  return [
    ...[...confused].flatMap(([key, times]) => toConfusion(readKey(key), times)),
    ...[...refused].map(([key, times]) => {
      const [tool = '', field = '', code = ''] = readKey(key);
      const text = `refused ${times} times in runs: ${code}${field === '' ? '' : ` at "${field}"`}`;
      return { tool, field, text, rules: fieldRules };
    }),
  ];
}

/** Both tools of a confusion have it as evidence. */
function toConfusion(
  [expected = '', called = '']: readonly string[],
  times: number,
): readonly LintEvidence[] {
  const shown = (name: string): string => (name === '' ? 'no call' : `"${name}"`);
  const text = `in runs, ${shown(called)} was made ${times} times where ${shown(expected)} was expected`;
  return [expected, called]
    .filter((tool) => tool !== '')
    .map((tool) => ({ tool, field: '', text, rules: textRules }));
}

/** `$.filters.items[2].id` as `filters.items[].id`. */
function toField(path: string): string {
  return path.replace(/^\$\.?/u, '').replaceAll(/\[\d+\]/gu, '[]');
}

function count(counts: Map<string, number>, key: readonly string[]): void {
  const text = JSON.stringify(key);
  counts.set(text, (counts.get(text) ?? 0) + 1);
}

function readKey(key: string): readonly string[] {
  const parts: unknown = JSON.parse(key);
  return Array.isArray(parts) ? parts.map(String) : [];
}
