import { expect, it } from 'vitest';
import { capabilityTool } from '../../core/suite/tool-offer.ts';
import { parseSuite } from '../load/parse-suite.ts';

const find = {
  name: 'find',
  description: 'Finds',
  effect: 'read',
  parameters: { type: 'object' },
  category: 'orders',
  tags: ['core'],
  handler: () => null,
};
const pay = {
  ...find,
  name: 'pay',
  effect: 'idempotent',
  tags: [],
  phases: ['settle'],
  roles: ['lead'],
};

function parse(offer: unknown, more: object = {}) {
  const suite = {
    tools: [find, pay],
    model: { name: 'mute', respond: () => 'x' },
    loops: { chosen: { offer } },
    variants: [{ name: 'a', loop: 'chosen' }],
    scenarios: [{ id: 'a', user: 'b', expected: { calls: ['find'] } }],
    ...more,
  };
  return parseSuite(suite, { file: 'suite.ts', name: 'suite', checkInjection: () => [] });
}

function codes(offer: unknown, more: object = {}): readonly string[] {
  const parsed = parse(offer, more);
  return parsed.ok ? [] : parsed.error.map(({ code, path }) => `${code} ${path}`);
}

it.each([
  ['all', { mode: 'all', top: 5, router: 'words', always: [], phases: [] }],
  ['role', { mode: 'role', top: 5, router: 'words', always: [], phases: [] }],
  [
    { mode: 'top-k', top: 3, always: ['core', 'orders', 'pay'] },
    { mode: 'top-k', top: 3, router: 'words', always: ['core', 'orders', 'pay'], phases: [] },
  ],
  [
    { mode: 'phase', phases: ['settle'] },
    { mode: 'phase', top: 5, router: 'words', always: [], phases: ['settle'] },
  ],
])('%j is an offer', (offer, wanted) => {
  const parsed = parse(offer);
  expect(parsed.ok && parsed.value.suite.variants[0]?.settings.offer).toEqual(wanted);
});

it.each([
  ['some', ['not_in_enum $.loops.chosen.offer']],
  [{ mode: 'top-k', top: 0 }, ['out_of_range $.loops.chosen.offer.top']],
  [{ mode: 'top-k', router: 'wrods' }, ['unknown_router $.loops.chosen.offer.router']],
  [{ mode: 'phase', phases: ['setle'] }, ['unknown_phase $.loops.chosen.offer.phases']],
  [{ mode: 'two-stage', always: ['nothing'] }, ['unknown_tool $.loops.chosen.offer.always']],
])('%j is refused', (offer, wanted) => {
  expect(codes(offer)).toEqual(wanted);
});

it.each([
  ['phase', [find], 'no_phases $.loops.chosen.offer'],
  ['role', [find], 'no_roles $.loops.chosen.offer'],
  ['two-stage', [find, { ...find, name: capabilityTool }], 'duplicate_name $.tools[1]'],
])('"%s" needs tools that it can choose from', (offer, tools, wanted) => {
  expect(codes(offer, { tools })).toEqual([wanted]);
});

it('a router of the suite has a name of its own and is a function', () => {
  const own = { mode: 'top-k', router: 'own' };
  expect(codes(own, { routers: { own: () => [1, 0] } })).toEqual([]);
  expect(codes(own, { routers: { own: 'words' } })).toEqual([
    'bad_definition $.routers.own',
    'unknown_router $.loops.chosen.offer.router',
  ]);
  expect(codes('all', { routers: { words: () => [] } })).toEqual(['bad_definition $.routers']);
  expect(codes('all', { routers: [] })).toEqual(['bad_definition $.routers']);
});

it.each([
  ['find', { fallback: 'search' }, []],
  ['find', { fallback: 'find' }, ['unknown_tool $.tools[0].fallback']],
  ['find', { fallback: 'pay' }, ['unknown_tool $.tools[0].fallback']],
  ['buy', { fallback: 'find', effect: 'irreversible' }, ['fallback_of_write $.tools[0].fallback']],
])('%s with %j', (name, more, wanted) => {
  const tools = [{ ...find, name, ...more }, { ...find, name: 'search' }, pay];
  expect(
    codes('all', { tools, scenarios: [{ id: 'a', user: 'b', expected: { calls: ['pay'] } }] }),
  ).toEqual(wanted);
});

it('tools of an MCP server have groups, roles, phases and a fallback too', () => {
  const said = {
    category: 'files',
    tags: ['core'],
    roles: ['lead'],
    phases: ['look'],
    fallback: 'read_copy',
  };
  const found = codes('all', {
    tools: { mcp: { command: ['server'], tools: { read_file: said } } },
  });
  expect(found.filter((code) => code.startsWith('unknown_field'))).toEqual([]);
});
