import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import type { CommandResult } from '../../../testing/run-command-line.ts';
import { runCommandLine } from '../../../testing/run-command-line.ts';
import { createScratchFolder } from '../../../testing/scratch-folder.ts';
import { runCli } from '../../run-cli.ts';

/** Notes of two people behind one tool, which is the text of an object; none of its calls is wrong as long as nothing is changed. */
function writeSuite(...changes: readonly string[]): string {
  return `
const schema = {
  type: 'object',
  properties: { id: { type: 'string', pattern: '^N[0-9]+$' }, text: { type: 'string', minLength: 1, maxLength: 200 } },
  required: ['id', 'text'],
  additionalProperties: false,
};
const find = (id, { world, session }) => {
  const note = Object.hasOwn(world.notes, id) ? world.notes[id] : null;
  return note?.customer_id === session.customer_id ? note : null;
};
const error = (fields) => ({ outcome: { status: 'error', error: { kind: 'failed', retryable: false, recoverable: true, ...fields } } });
const plain = {
  name: 'write_note',
  description: 'Writes a note.',
  effect: 'idempotent',
  parameters: schema,
  handler: (args, context) => {
    const note = find(args.id, context);
    if (note === null) throw fail('There is no note ' + args.id, { kind: 'precondition_missing' });
    if (note.text === args.text) context.noEffect();
    else { note.text = args.text; context.effect(args.id); }
    return { id: args.id };
  },
};
export default (({ errorResult }) => {
  globalThis.fail = (message, more) => errorResult({ message, ...more });
  const tools = [${changes.join(',\n')}].map((change, index) => ({ ...plain, name: 'tool_' + index, ...change }));
  return {
    name: 'notes',
    tools,
    models: [{ name: 'm', script: ['Done.'] }],
    identity: ['customer_id'],
    session: { customer_id: 'c-1' },
    world: { notes: {
      N1: { customer_id: 'c-1', text: 'mine' },
      N2: { customer_id: 'c-2', text: 'a secret of hers' },
    } },
    scenarios: [{ id: 'one', user: 'Note it', expected: { calls: [{ tool: 'tool_0' }] } }],
  };
})(await import('toolrig'));
`;
}

async function probe(suite: string, more: readonly string[] = []): Promise<CommandResult> {
  await using scratch = await createScratchFolder();
  writeFileSync(join(scratch.path, 'suite.mjs'), suite);
  return await runCommandLine(runCli, ['probe', '.', '--json', ...more], { cwd: scratch.path });
}

interface Shown {
  readonly toolsets: readonly {
    readonly tools: readonly {
      readonly grade: { readonly verdict: string; readonly observed: string | null };
      readonly spared: string | null;
      readonly findings: readonly { readonly code: string; readonly path: string }[];
    }[];
  }[];
}

function readTool({ out }: CommandResult): Shown['toolsets'][number]['tools'][number] | undefined {
  return (JSON.parse(out) as Shown).toolsets[0]?.tools[0];
}

it('a sound tool has no finding, and its grade is confirmed by the world', async () => {
  const result = await probe(writeSuite('{}'));
  expect(readTool(result)).toMatchObject({
    grade: { declared: 'idempotent', observed: 'idempotent', verdict: 'confirmed' },
    findings: [],
  });
  expect(result.exitCode).toBe(0);
});

const read = `effect: 'read'`;

const plants: readonly (readonly [what: string, change: string, findings: readonly string[]])[] = [
  [
    'a handler that breaks on long texts',
    `{ handler: (args, context) => { if (args.text.length > 150) throw new TypeError('too long'); return plain.handler(args, context); } }`,
    ['crash $.text'],
  ],
  [
    'a check that breaks on a name that every object has',
    `{ parameters: { ...schema, properties: { id: { type: 'string', maxLength: 30 }, text: schema.properties.text } }, check: ({ id }, { world }) => (world.notes[id]?.text.length > 900 ? {} : null) }`,
    ['crash $.id'],
  ],
  [
    'a read that shows the records of others',
    `{ ${read}, handler: ({ id }, { world }) => world.notes[id] ?? {} }`,
    ['foreign_record $.id'],
  ],
  [
    'a read that says whose record an id is, with words of its own',
    `{ ${read}, handler: ({ id }, { world }) => { if (!world.notes[id]) throw fail('nothing there', { kind: 'conflict' }); return { known: true }; } }`,
    ['foreign_record $.id'],
  ],
  [
    'a write that changes the records of others',
    `{ handler: ({ id, text }, context) => { const note = context.world.notes[id]; if (!note) throw fail('nothing', { kind: 'conflict' }); if (note.text === text) context.noEffect(); else { note.text = text; context.effect(id); } return { done: true }; } }`,
    ['foreign_record $.id'],
  ],
  [
    'no more than the rest: an identity that the tool would heed and the suite denies',
    `{ ${read}, parameters: { ...schema, additionalProperties: true }, handler: (args, { session }) => ({ for: args.customer_id ?? session.customer_id }) }`,
    [],
  ],
  [
    'a merge that reaches the prototype of all objects',
    `{ ${read}, parameters: { ...schema, additionalProperties: true }, handler: (args) => { const into = {}; for (const key of Object.getOwnPropertyNames(args)) { if (typeof args[key] === 'object') for (const inner of Object.keys(args[key])) into[key][inner] = args[key][inner]; } return {}; } }`,
    ["prototype_polluted $['__proto__']"],
  ],
  [
    'a preview that changes the world',
    `{ confirm: 'token', parameters: { ...schema, properties: { ...schema.properties, confirm_token: { type: 'string', maxLength: 80 } } }, preview: ({ id }, { world }) => { world.notes[id].previews = (world.notes[id].previews ?? 0) + 1; return {}; }, check: ({ id }, context) => (find(id, context) ? null : fail('nothing', { kind: 'conflict' }).outcome.error) }`,
    ['preview_changes $'],
  ],
  [
    'a write that says nothing of what it did',
    `{ handler: ({ id, text }, context) => { const note = find(id, context); if (note) note.text = text; context.noEffect(); return {}; } }`,
    ['hidden_change $'],
  ],
  [
    'a read that writes',
    `{ ${read}, handler: ({ id }, context) => { const note = find(id, context); if (note) note.reads = (note.reads ?? 0) + 1; return {}; } }`,
    ['grade_too_low $'],
  ],
  [
    'a repeatable write that adds up',
    `{ handler: ({ id }, context) => { const note = find(id, context); if (note === null) throw fail('nothing', { kind: 'conflict' }); note.count = (note.count ?? 0) + 1; context.effect(id); return {}; } }`,
    ['grade_too_low $'],
  ],
  [
    'an error about arguments without a path',
    `{ ${read}, handler: ({ text }) => { if (text.length > 100) throw fail('bad text', { kind: 'invalid_arguments' }); return {}; } }`,
    ['error_without_path $.text'],
  ],
  [
    'an error with a stack trace',
    `{ ${read}, handler: ({ text }) => { if (text.length > 100) throw fail('Error: no\\n    at run (store.js:3:1)', { kind: 'conflict' }); return {}; } }`,
    ['unreadable_error $.text'],
  ],
  [
    'a call that never comes back',
    `{ ${read}, handler: async ({ text }, { sleep }) => { if (text.length > 100) await sleep(1e9); return {}; } }`,
    ['hang $.text'],
  ],
  [
    'a result that breaks its schema',
    `{ ${read}, returns: { type: 'object', properties: { size: { type: 'integer', maximum: 100 } } }, handler: ({ text }) => ({ size: text.length }) }`,
    ['bad_result $.text'],
  ],
  [
    'a text without a bound, and an answer as long',
    `{ ${read}, parameters: { ...schema, properties: { ...schema.properties, text: { type: 'string' } } }, handler: ({ text }) => ({ text }) }`,
    ['unbounded_text $.text', 'flooding_answer $.text'],
  ],
];

let probed: CommandResult | null = null;

it.each(plants.map(([what, , findings], index) => ({ what, findings, index })))(
  '$what is found',
  async ({ findings, index }) => {
    probed ??= await probe(writeSuite(...plants.map(([, change]) => change)));
    const tool = (JSON.parse(probed.out) as Shown).toolsets[0]?.tools[index];
    expect(tool?.findings.map(({ code, path }) => `${code} ${path}`)).toEqual(findings);
    expect(probed.exitCode).toBe(1);
  },
);

it('an identity that the suite does not declare is found where the tool heeds it', async () => {
  const open = `{ ${read}, parameters: { ...schema, additionalProperties: true }, handler: (args, { session }) => ({ for: args.customer_id ?? session.customer_id }) }`;
  const suite = writeSuite(open).replace(`identity: ['customer_id'],`, '');
  expect(readTool(await probe(suite))?.findings).toMatchObject([
    { code: 'identity_heeded', path: '$.customer_id' },
  ]);
});

it('a real service gets no call without --live', async () => {
  const real = writeSuite(
    `{ ${read}, time: 'real', handler: () => { throw new Error('it was called') } }`,
  );
  const spared = readTool(await probe(real));
  expect(spared).toMatchObject({ grade: { verdict: 'unconfirmed' }, findings: [] });
  expect(spared?.spared).toContain('--live');
  const live = await probe(real, ['--live']);
  expect([live.exitCode, readTool(live)?.findings[0]?.code]).toEqual([1, 'crash']);
});

it('with --unchecked a tool gets what its schema refuses', async () => {
  const naive = writeSuite(`{ ${read}, handler: ({ text }) => ({ size: text.trim().length }) }`);
  expect((await probe(naive)).exitCode).toBe(0);
  const unchecked = await probe(naive, ['--unchecked']);
  expect(readTool(unchecked)?.findings.map(({ code }) => code)).toContain('crash');
});

it.each([
  [['--toolset', 'x'], 'There is no toolset "x" in suite "notes"; it has main@1'],
  [['--tool', 'x'], 'There is no tool "x" in suite "notes"; it has tool_0'],
  [['--ignore', 'x'], 'There is no finding "x"; there are crash, hang'],
])('a name that is unknown is refused: %j', async (more, message) => {
  const result = await probe(writeSuite('{}'), more);
  expect([result.exitCode, result.err]).toEqual([2, expect.stringContaining(message)]);
});
