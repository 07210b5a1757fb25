import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { FaultInjection } from '../../core/suite/fault.ts';
import { metricNames } from '../../core/score/metric.ts';
import { checkInjection } from './check-injection.ts';
import { createFaultPoint } from './create-fault-point.ts';
import type { FaultKind, FaultParameter } from './fault-kind.ts';
import { readValues } from './kind/read-values.ts';
import { faultKinds, findFaultKind, toolAliases } from './registry.ts';

const kinds: readonly FaultKind[] = Object.values(faultKinds);
const samples: Readonly<Record<FaultParameter['type'], string | number | object>> = {
  number: 1,
  text: 'x',
  object: {},
  any: 1,
};

/** The kind with only those parameters that have no default. */
function toShortest(kind: FaultKind): FaultInjection {
  const needed = kind.parameters.filter((parameter) => parameter.default === undefined);
  return Object.assign(
    { kind: kind.kind },
    ...needed.map(({ name, type }) => ({ [name]: samples[type] })),
  );
}

it.each(kinds)('$kind says what it is, what is right and what decides', (kind) => {
  expect(kind.about).not.toBe('');
  expect(kind.correct).not.toBe('');
  expect(kind.decides.length).toBeGreaterThan(0);
  for (const metric of kind.decides) expect(metricNames).toContain(metric);
});

it.each(kinds)('$kind can strike with its defaults', (kind) => {
  const inject = toShortest(kind);
  expect(checkInjection(inject, kind.on)).toEqual([]);
  const address =
    kind.on === 'model'
      ? ({ on: 'model', turn: 1, attempt: 1 } as const)
      : ({ on: 'tool', tool: 'f', call: 1 } as const);
  const point = createFaultPoint(
    { name: 'p', byHand: true, faults: [{ name: 'f1', address, inject }] },
    { seed: 's' },
  );
  const strikes = kind.on === 'model' ? point.atModel(1, 1) : point.atTool('f');
  expect(strikes.map((strike) => [strike.fault, strike.kind])).toEqual([['f1', kind.kind]]);
});

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8').split('\n');

/** The cells after the first one of each table row of the README that begins with a kind. */
function rowsOf(kind: string): readonly (readonly string[])[] {
  return readme
    .filter((line) => line.startsWith(`| \`${kind}\` |`))
    .map((line) => line.split('|').slice(2, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

it.each(kinds)('$kind has one row in each of the three tables of the README', (kind) => {
  const { on, phase, about, correct, parameters } = kind;
  const [happens = [], does, , ...others] = rowsOf(kind.kind);
  const names = happens[3]?.replaceAll(/\([^)]*\)/gu, '').match(/[A-Za-z]+/gu) ?? [];
  expect(happens.slice(0, 3)).toEqual([on, phase, about]);
  expect(names).toEqual(parameters.map(({ name }) => name));
  expect(does).toEqual([correct]);
  expect(others).toEqual([]);
});

it.each(kinds)('$kind costs what the README says, and is decided by the same metrics', (kind) => {
  const [cost = '', decidedBy = ''] = rowsOf(kind.kind)[2] ?? [];
  expect(/[a-z]+/u.exec(cost)?.[0]).toBe(typeof kind.costs === 'string' ? kind.costs : 'attempt');
  expect(/right end: `(?<end>[a-z_]+)`/u.exec(cost)?.groups?.['end']).toBe(kind.ends?.[0]);
  expect(decidedBy.split(', ')).toEqual(kind.decides.map((metric) => `\`${metric}\``));
});

it('the README lists every kind in the same order, and every alias', () => {
  const first = readme.flatMap((line) => /^\| `(\w+)` \| (?:model|tool) \|/u.exec(line)?.[1] ?? []);
  expect(first).toEqual(kinds.map(({ kind }) => kind));
  for (const kind of new Set(Object.values(toolAliases))) {
    const aliases = Object.keys(toolAliases).filter((alias) => toolAliases[alias] === kind);
    expect(readme).toContain(`- \`${kind}\`: ${aliases.map((alias) => `\`${alias}\``).join(', ')}`);
  }
});

it('no two kinds have the same name', () => {
  expect(new Set(kinds.map((kind) => kind.kind)).size).toBe(kinds.length);
});

it.each(Object.entries(toolAliases))('%s is called %s at the tool boundary', (alias, name) => {
  expect(findFaultKind(alias, 'tool')?.kind).toBe(name);
});

it.each([
  ['timeout', 'model', 'timeout'],
  ['timeout', 'tool', 'timeout_before'],
  ['http', 'tool', 'http_before'],
  ['timeout_after', 'model', undefined],
  ['malformed_arguments', 'tool', undefined],
  ['toString', 'model', undefined],
  ['__proto__', 'tool', undefined],
] as const)('%s at the %s boundary is %s', (name, on, kind) => {
  expect(findFaultKind(name, on)?.kind).toBe(kind);
});

it.each<[FaultInjection, 'model' | 'tool', readonly string[]]>([
  [{ kind: 'http', status: 503 }, 'model', []],
  [{ kind: 'http' }, 'tool', []],
  [{ kind: 'http', status: 200 }, 'model', ['inject.status']],
  [{ kind: 'http', status: '503' }, 'model', ['inject.status']],
  [{ kind: 'http', code: 503, status: 1 }, 'model', ['inject.code', 'inject.status']],
  [{ kind: 'slow_tool', delayMs: 0 }, 'tool', ['inject.delayMs']],
  [{ kind: 'late_response', delayMs: Number.NaN }, 'tool', ['inject.delayMs']],
  [{ kind: 'reused_id' }, 'model', ['inject.id']],
  [{ kind: 'planted_instruction', tool: 'f', arguments: [] }, 'tool', ['inject.arguments']],
  [{ kind: 'no_such' }, 'tool', ['inject.kind']],
])('%j at the %s boundary has problems at %j', (inject, on, fields) => {
  expect(checkInjection(inject, on).map((problem) => problem.field)).toEqual(fields);
});

it.each([
  [1, 'attempt'],
  [59_999, 'attempt'],
  [60_000, 'task'],
])('a wait of %s ms that a provider asks for costs the %s', (retryAfterMs, cost) => {
  const kind = faultKinds['rate_limited'];
  if (kind === undefined || typeof kind.costs === 'string') throw new Error('its cost varies');
  const values = readValues({ kind: 'rate_limited', retryAfterMs }, kind.parameters);
  expect(values.ok && kind.costs(values.value)).toBe(cost);
});

it.each<[FaultInjection, 'model' | 'tool', number]>([
  [{ kind: 'slow_first_byte' }, 'model', 1],
  [{ kind: 'slow_tool' }, 'tool', 1],
  [{ kind: 'late_response' }, 'tool', 1],
])('%j at the %s boundary takes a delay of %s ms, and nothing less', (...[inject, on, least]) => {
  expect(checkInjection({ ...inject, delayMs: least }, on)).toEqual([]);
  expect(checkInjection({ ...inject, delayMs: least - 1 }, on)).toEqual([
    { field: 'inject.delayMs', expected: `a number of at least ${least}`, found: least - 1 },
  ]);
});

it.each<[FaultInjection, string, number]>([
  [{ kind: 'rate_limited' }, 'retryAfterMs', 0],
  [{ kind: 'stream_reset' }, 'afterEvents', 0],
  [{ kind: 'missing_id' }, 'index', 0],
  [{ kind: 'oversize_result' }, 'chars', 1],
])('%j takes %s from %s', (...[inject, name, least]) => {
  const on = inject.kind === 'oversize_result' ? 'tool' : 'model';
  const fieldsOf = (value: number): readonly string[] =>
    checkInjection({ ...inject, [name]: value }, on).map(({ field }) => field);
  expect([fieldsOf(least), fieldsOf(least - 1)]).toEqual([[], [`inject.${name}`]]);
});

it.each(['model', 'tool'] as const)('an unknown kind at the %s boundary lists its kinds', (on) => {
  const names = kinds.filter((kind) => kind.on === on).map(({ kind }) => kind);
  const aliases = on === 'tool' ? Object.keys(toolAliases) : [];
  const expected = `one of ${[...names, ...aliases].join(', ')}`;
  expect(checkInjection({ kind: 'no_such' }, on)).toEqual([
    { field: 'inject.kind', expected, found: 'no_such' },
  ]);
});
