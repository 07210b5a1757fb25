import { expect, it } from 'vitest';

import type { Suite, Variant } from '../../core/suite/suite.ts';
import type { Toolset } from '../../core/suite/tool.ts';
import { createRunRedactor } from './create-run-redactor.ts';
import { hashManifest, type RunSelection, toManifest, toScoredTool } from './to-manifest.ts';
import { toScoringContext } from './to-scoring-context.ts';

type Tool = Toolset['tools'][number];

const toolOf = (more: Partial<Tool> = {}): Tool =>
  ({
    name: 'send',
    description: 'Sends a letter',
    effect: 'irreversible',
    parameters: {},
    ...more,
    // A tool is read by its fields alone.
  }) as Tool;

it.each<[string, Partial<Tool>, object]>([
  ['a write that nothing tells of', {}, { oneShot: true }],
  ['a write that can be looked up', { reconcile: () => 'unknown' } as never, {}],
  ['a write whose service sees it again', { serviceDedupe: true }, {}],
  ['a write that may be repeated', { effect: 'idempotent' }, {}],
  ['a read', { effect: 'read' }, {}],
  ['a write of a live service', { effect: 'idempotent', backEnd: {} as never }, { unseen: true }],
  [
    'one whose success says what it did',
    { effect: 'idempotent', backEnd: {} as never, effectKey: () => 'k' } as never,
    {},
  ],
  ['a read of a live service', { effect: 'read', backEnd: {} as never }, {}],
  [
    'a read of some roles with a fallback',
    { effect: 'read', roles: ['clerk'], fallback: 'call' } as never,
    { roles: ['clerk'], fallback: 'call' },
  ],
  ['a tool behind a token that is polled', { effect: 'read', confirm: 'token', polling: true }, {}],
])('scorers know of %s', (_name, more, marks) => {
  expect(toScoredTool(toolOf(more))).toEqual({
    name: 'send',
    grade: more.effect ?? 'irreversible',
    parameters: {},
    confirm: more.confirm ?? 'none',
    polling: more.polling ?? false,
    ...marks,
  });
});

const variant = {
  name: 'v',
  model: 'm',
  toolset: 't@1',
  systemPrompt: 'Be brief',
  params: { temperature: 0 },
  agent: null,
  loop: 'reference',
  settings: { maxTurns: 8 },
} as unknown as Variant;

const scenarioOf = (id: string) => ({
  id,
  expected: { calls: [] },
  expectFail: null,
  history: [{ role: 'user', content: 'Hi' }],
  session: { user: 'u1' },
  about: null,
  tags: [],
  turns: [],
  script: ['Done'],
  faults: [],
});

/** Of a suite, a manifest holds these parts. */
const suiteOf = (more: object = {}): Suite =>
  ({
    name: 's',
    models: [{ name: 'm', nature: 'scripted', about: 'Plays', price: { input: 1 } }],
    toolsets: [
      { id: 't@1', tools: [toolOf()], note: 'First' },
      { id: 't@2', tools: [] },
    ],
    scenarios: [scenarioOf('a'), scenarioOf('b')],
    claims: [{ kind: 'done' }],
    identity: ['user'],
    ignoreState: ['at'],
    plans: [],
    ...more,
  }) as unknown as Suite;

const selection: RunSelection = {
  suite: 's',
  variants: ['v'],
  scenarios: ['a'],
  faults: [],
  repeats: 1,
  mode: 'replay',
  seed: 'x',
};

const manifestOf = (suite: Suite, of: Variant = variant, environment = {}) =>
  toManifest(suite, { selection, variants: [of] }, environment);

it('a manifest holds what ran, and of it all that scoring needs', () => {
  const { faults: _faults, script: _script, ...scenario } = scenarioOf('a');
  expect(manifestOf(suiteOf(), variant, { node: '20' })).toEqual({
    schemaVersion: 1,
    selection,
    content: {
      suite: 's',
      variants: [
        {
          model: 'm',
          nature: 'scripted',
          about: 'Plays',
          price: { input: 1 },
          toolset: 't@1',
          systemPrompt: 'Be brief',
          params: { temperature: 0 },
          agent: 'loop',
          loop: { name: 'reference', maxTurns: 8 },
        },
      ],
      toolsets: [
        {
          id: 't@1',
          note: 'First',
          tools: [{ ...toScoredTool(toolOf()), description: 'Sends a letter' }],
        },
      ],
      scenarios: [scenario],
      claims: [{ kind: 'done' }],
      identity: ['user'],
      ignoreState: ['at'],
      plans: [],
    },
    environment: { node: '20' },
  });
});

it('an agent of the team, a model that the suite does not describe, and own metrics by name', () => {
  const score = (): null => null;
  const suite = suiteOf({
    models: [{ name: 'other', nature: 'scripted', about: 'x' }],
    toolsets: [{ id: 't@1', tools: [], release: '2026-01' }],
    scorers: [
      { name: 'b', unit: 'share', score },
      { name: 'a', unit: 'share', score },
    ],
    decides: ['a'],
  });
  const agent = (() => undefined) as unknown as Variant['agent'];
  expect(manifestOf(suite, { ...variant, agent }).content).toMatchObject({
    variants: [{ nature: 'real', about: null, price: null, agent: 'own' }],
    toolsets: [{ note: null, release: '2026-01' }],
    metrics: [
      { name: 'a', unit: 'share' },
      { name: 'b', unit: 'share' },
    ],
    decides: ['a'],
  });
});

it('the environment is not part of the hash, everything else is', () => {
  const [one, other] = [{ node: '20' }, { node: '22' }].map((environment) =>
    hashManifest(manifestOf(suiteOf(), variant, environment)),
  );
  expect(one).toMatch(/^[0-9a-f]{64}$/u);
  expect(other).toBe(one);
  expect(hashManifest(manifestOf(suiteOf({ ignoreState: [] })))).not.toBe(one);
});

it('scoring knows the tools, the price and all texts that the model was given', () => {
  const scenario = { ...scenarioOf('a'), expectFail: 'later' };
  const contextOf = (suite: Suite, more: Partial<Variant> = {}) =>
    toScoringContext(suite, { scenario, variant: { ...variant, ...more }, repeat: 1 } as never);
  const score = (): null => null;
  const scorers = [{ name: 'a', score }];
  const { about, tags, turns, history, session, expected } = scenario;
  const knownText = 'Be brief\n{"role":"user","content":"Hi"}\n{"user":"u1"}';
  const usual = {
    expected,
    expectFail: 'later',
    tools: [toScoredTool(toolOf())],
    claims: [{ kind: 'done' }],
    identity: ['user'],
    price: { input: 1 },
    knownText,
  };
  expect(contextOf(suiteOf())).toEqual(usual);
  expect(contextOf(suiteOf({ scorers: [] }))).toEqual(usual);
  expect(contextOf(suiteOf({ scorers }))).toEqual({
    ...usual,
    own: { scorers, scenario: { id: 'a', about, tags, turns, history, session, expected } },
  });
  const unknown = { model: 'n', toolset: 't@3', systemPrompt: null };
  expect(contextOf(suiteOf(), unknown)).toEqual({
    ...usual,
    tools: [],
    price: null,
    knownText: knownText.slice('Be brief'.length),
  });
});

it('a run hides its secrets and the keys of its models', () => {
  const models = [
    { name: 'm', kind: 'openai', apiKeyEnv: 'KEY' },
    { name: 'n', kind: 'openai', apiKeyEnv: 'NONE' },
    { name: 'o', kind: 'scripted', apiKeyEnv: 'OTHER' },
  ];
  const keys: Readonly<Record<string, string>> = {
    KEY: 'key-of-the-model-4711',
    OTHER: 'not-a-key-of-a-model',
  };
  const redactor = createRunRedactor({
    suite: suiteOf({ models }),
    access: { baseUrl: null, keyOf: (name: string) => keys[name] ?? null },
    secrets: { TOKEN: 'secret-of-the-run-0815' },
    redaction: { key: null, salt: 'salt' },
  });
  const text = 'key-of-the-model-4711 secret-of-the-run-0815 not-a-key-of-a-model';
  expect(redactor.redactText(text)).toMatch(
    /^\[secret:[0-9a-f]{8}\] \[secret:[0-9a-f]{8}\] not-a-key-of-a-model$/u,
  );
});
