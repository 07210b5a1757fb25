import { expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../json/json.ts';
import { cleanTools } from '../testing/clean-tools.ts';
import type { LintedTool, LintedToolset } from './lint-rule.ts';
import { lintTools } from './lint-tools.ts';
import { lintRules } from './registry.ts';

const clean: LintedToolset = {
  id: 'shop@2',
  tools: cleanTools,
  requests: [],
  note: null,
  previous: null,
};

const find = (set: LintedToolset): readonly string[] =>
  lintTools([set], lintRules).map(({ rule, tool }) => `${rule} ${tool}`);

/** An optional field added to the arguments. */
function withField(tool: LintedTool, field: string, schema: JsonObject): LintedTool {
  const { properties } = tool.parameters;
  const all = { ...(properties as JsonObject), [field]: schema };
  return { ...tool, parameters: { ...tool.parameters, properties: all } };
}

/** The same, required. */
function withRequired(tool: LintedTool, field: string, schema: JsonObject): LintedTool {
  const { parameters } = withField(tool, field, schema);
  const { required } = parameters;
  const names: readonly JsonValue[] = Array.isArray(required) ? required : [];
  return { ...tool, parameters: { ...parameters, required: [...names, field] } };
}

/** A description without the sentences that hold a word. */
function without(tool: LintedTool, pattern: RegExp, returns = tool.returns): LintedTool {
  const sentences = tool.description.split(/(?<=\.) /u).filter((one) => !pattern.test(one));
  return { ...tool, description: sentences.join(' '), returns };
}

/** The value for an empty list, which the first test rules out. */
const plain: LintedTool = {
  name: '',
  description: '',
  parameters: {},
  effect: null,
  returns: null,
};

const text = { type: 'string', maxLength: 80 };
const bounded = { type: 'integer', minimum: 0, maximum: 9 };

/** One defect a rule, planted in one tool. */
const plants: Readonly<Record<string, (tool: LintedTool) => LintedTool>> = {
  'no-what': (tool) => ({
    ...tool,
    description: `${tool.name.split('_')[1] ?? ''} (${tool.effect === 'read' ? 'reads' : 'writes'}). ${tool.description.split('. ').slice(1).join('. ')}`,
  }),
  'no-when': (tool) => without(tool, /^Use it/u),
  'no-when-not': (tool) => without(tool, /^Not /u),
  'no-returns': (tool) => without(tool, /^Returns/u, null),
  'description-over-budget': (tool) => ({
    ...tool,
    description: `${tool.description} ${'Further remarks follow here. '.repeat(60)}`,
  }),
  'free-text-choice': (tool) => withField(tool, 'delivery_status', text),
  'number-without-bounds': (tool) => withField(tool, 'weight', { type: 'number' }),
  'text-without-length': (tool) => withField(tool, 'remark', { type: 'string' }),
  'level-without-type': (tool) => withField(tool, 'filters', { description: 'Filters.' }),
  'open-object': (tool) => withField(tool, 'place', { type: 'object', properties: { city: text } }),
  'model-computes': (tool) => withField(tool, 'start_timestamp', { ...bounded }),
  'implementation-detail': (tool) => withField(tool, 'sql_where', text),
  'identity-field': (tool) => withField(tool, 'tenant_id', { ...text, pattern: '^t[0-9]+$' }),
  'empty-name': (tool) => withField(tool, 'data', text),
  'provider-name': (tool) => ({ ...tool, name: `shop.${tool.name}` }),
  'id-from-nowhere': (tool) => withRequired(tool, 'warehouse_id', text),
  'wide-tool': (tool) =>
    ['path', 'line'].reduce(
      (wide, field) => withField(wide, field, text),
      withRequired(tool, 'action', { type: 'string', enum: ['show', 'hide'] }),
    ),
  'many-required': (tool) =>
    ['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1'].reduce(
      (wide, field) => withRequired(wide, field, bounded),
      tool,
    ),
  'default-changes-meaning': (tool) =>
    withField(tool, 'notify', { type: 'boolean', default: true }),
  'provider-subset': (tool) => ({
    ...tool,
    parameters: { ...tool.parameters, not: { required: ['nothing'] } },
  }),
  'idle-keyword': (tool) => withField(tool, 'age', { ...bounded, maxLength: 3 }),
};

it('tools as they should be have no finding', () => {
  expect(find(clean)).toEqual([]);
  expect(cleanTools.length).toBe(10);
});

it.each(Object.keys(plants))('%s is found in each of ten tools, and nothing else is', (rule) => {
  cleanTools.forEach((tool, index) => {
    const planted = plants[rule]?.(tool) ?? tool;
    const found = find({ ...clean, tools: cleanTools.with(index, planted) });
    // A result that is neither described nor has a schema is two findings.
    const more = rule === 'no-returns' ? [`no-result-schema ${planted.name}`] : [];
    expect(found).toEqual([`${rule} ${planted.name}`, ...more]);
  });
});

it('a write that does not say so is found, by its grade or by its name', () => {
  const writes = cleanTools.filter(({ effect }) => effect !== 'read');
  for (const tool of writes) {
    const quiet = {
      ...tool,
      description: 'Something about it. Use it when asked. Not for others.',
    };
    const list = cleanTools.map((one) => (one === tool ? quiet : one));
    expect(find({ ...clean, tools: list })).toContain(`write-not-said ${tool.name}`);
  }
  expect(writes.length).toBeGreaterThanOrEqual(4);
});

it('a tool without a schema of its result is noted', () => {
  const [first = plain] = cleanTools;
  const bare = { ...first, returns: null };
  expect(find({ ...clean, tools: cleanTools.with(0, bare) })).toEqual([
    `no-result-schema ${bare.name}`,
  ]);
});

it('two tools alike are found unless one sends over to the other', () => {
  const [first = plain] = cleanTools;
  const twin = {
    ...first,
    name: `${first.name}_2`,
    description: without(first, /^Not /u).description,
  };
  const alone = { ...twin, description: `${twin.description} Not for others.` };
  expect(find({ ...clean, tools: [without(first, /^Not /u), alone] })).toContain(
    `overlap ${first.name}`,
  );
  expect(
    find({
      ...clean,
      tools: [first, { ...alone, description: `${alone.description} Else ${first.name}.` }],
    }),
  ).not.toContain(`overlap ${first.name}`);
});

it('every rule is planted somewhere in these tests', () => {
  const elsewhere = [
    'write-not-said',
    'no-result-schema',
    'overlap',
    'request-nearer-to-another',
    'set-over-budget',
    'breaks-old-calls',
  ];
  expect(lintRules.map(({ id }) => id).toSorted()).toEqual(
    [...Object.keys(plants), ...elsewhere].toSorted(),
  );
});
