import { expect, it } from 'vitest';
import type { JsonValue } from '../../json/json.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { createSampleSuite } from '../../testing/sample-suite.ts';
import { parseSuite } from '../load/parse-suite.ts';
import type { SuiteFinding } from '../load/suite-finding.ts';

function parse(value: unknown) {
  return parseSuite(value, { file: 'desk.yaml', name: 'desk', checkInjection: () => [] });
}

function findingsOf(value: unknown): readonly SuiteFinding[] {
  const parsed = parse(value);
  return parsed.ok ? parsed.value.warnings : parsed.error;
}

function codes(value: unknown): readonly string[] {
  return findingsOf(value).map(({ code, path, severity }) =>
    severity === 'warning' ? `(${code}) ${path}` : `${code} ${path}`,
  );
}

function parsed(value: unknown): Suite {
  const result = parse(value);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.suite;
}

const close = {
  name: 'close_account',
  description: 'x',
  effect: 'irreversible',
  parameters: { type: 'object' },
};

/** The sample with more tools than its own two. */
function withTools(...more: readonly JsonValue[]) {
  const { tools, ...rest } = createSampleSuite();
  return { ...rest, tools: [...(tools as readonly JsonValue[]), ...more] };
}

it('names all tools that would become one (B052)', () => {
  const tool = (name: string): JsonValue => ({ ...close, name });
  const tools = ['build:dev', 'build_dev', 'build dev', '构建', '部署'].map(tool);
  const suite = { ...createSampleSuite(), tools };
  const folded = findingsOf(suite).filter(({ code }) => code === 'names_fold_together');
  expect(folded.map(({ message }) => message.slice(message.indexOf('"')))).toEqual([
    '"build:dev", "build_dev", "build dev"',
    '"构建", "部署"',
  ]);
  const refused = findingsOf(suite).filter(({ code }) => code === 'bad_tool_name');
  expect(refused.map(({ path }) => path)).toEqual(
    [0, 2, 3, 4].map((index) => `$.tools[${index}].name`),
  );
});

it('warns of more than 128 tools and cuts none (B055)', () => {
  const many = Array.from({ length: 127 }, (_, index) => ({ ...close, name: `tool_${index}` }));
  const suite = withTools(close, ...many);
  expect(codes(suite)).toEqual(['(many_tools) $.tools']);
  expect(parsed(suite).toolsets[0]?.tools).toHaveLength(130);
});

it('warns of tool names that differ by case only', () => {
  const suite = withTools(close, { ...close, name: 'Close_Account' });
  expect(codes(suite)).toEqual(['(names_differ_by_case) $.tools[2]']);
});

it('holds tools against strict mode where a variant asks for it (B056)', () => {
  const suite = { ...withTools(close), variants: [{ name: 'strict', params: { strict: true } }] };
  expect(codes(suite)).toEqual([
    'strict_optional_field $.tools[0].parameters.properties.status',
    'strict_optional_field $.tools[1].parameters.properties.confirm_token',
    'strict_open_object $.tools[2].parameters',
  ]);
});

it('takes an expectation that one of the compared toolsets can meet', () => {
  const { tools, ...rest } = withTools(close);
  const renamed = tools.filter(
    (tool) => (tool as { readonly name: string }).name !== 'close_account',
  );
  const both = {
    ...rest,
    toolsets: [
      { id: 'desk@1', tools },
      { id: 'desk@2', tools: renamed },
    ],
    variants: [
      { name: 'old', toolset: 'desk@1' },
      { name: 'new', toolset: 'desk@2' },
    ],
  };
  expect(codes(both)).toEqual(['(tool_not_in_every_toolset) $.scenarios[0].expected.forbidden[0]']);
});
