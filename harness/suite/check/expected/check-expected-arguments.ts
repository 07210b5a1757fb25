import type { JsonObject } from '../../../json/json.ts';
import type { Problem } from '../../../core/trial/tool-error.ts';
import type { Matcher } from '../../../core/suite/matcher.ts';
import { toMatchers } from '../../../expectation/read-matcher.ts';
import { listSamples } from '../../../expectation/list-samples.ts';
import { checkSchema } from '../../../schema/check/check-schema.ts';
import { compileSchema } from '../../../schema/judge/compile-schema.ts';
import { toJsonPath } from '../../../json/to-json-path.ts';
import type { ExpectedCallAt, ExpectedContext } from './expected-context.ts';
import { checkMatchers } from './check-matcher.ts';
import { readParameters } from '../../load/read-parameters.ts';
import type { ExpectedInput } from '../../input/expected-input.ts';
import type { SuiteFinding } from '../../load/suite-finding.ts';
import type { Entry } from '../../load/suite-parts.ts';
import type { ToolInput } from '../../input/tool-input.ts';

/**
 * Checks that a call can be as it is expected: every value that a matcher names must be valid under
 * the schema of some toolset that the scenario is run with, else no agent could ever be right.
 */
export function checkExpectedArguments(
  { call, argumentsPath: at }: ExpectedCallAt,
  expected: ExpectedInput,
  context: ExpectedContext,
): readonly SuiteFinding[] {
  if (call.arguments === undefined) return [];
  const shapes = checkMatchers(call.arguments, at, 'argument');
  // A call that must only be tried may be one that its schema refuses.
  if (shapes.length > 0 || call.outcome === 'attempted') return shapes;
  const wanted = Object.entries(toMatchers(call.arguments));
  const isPartial = (call.mode ?? expected.arguments ?? 'exact') === 'partial';
  const found = toolVersions(call.tool, context).map((tool) => ({
    tool,
    findings: judge(wanted, { tool, isPartial, path: at }),
  }));
  // One version that allows it is enough: where toolsets differ, that is what is compared.
  if (found.some(({ findings }) => findings.length === 0)) return [];
  return found[0]?.findings ?? [];
}

function toolVersions(name: string, { uses }: ExpectedContext): readonly Entry<ToolInput>[] {
  const tools = uses.flatMap((use) => use.toolset?.tools ?? []);
  return [...new Set(tools)].filter((tool) => tool.sound && tool.name === name);
}

interface Judging {
  readonly tool: Entry<ToolInput>;
  readonly isPartial: boolean;
  readonly path: string;
}

type Wanted = readonly (readonly [string, Matcher])[];

function judge(wanted: Wanted, { tool, isPartial, path }: Judging): readonly SuiteFinding[] {
  const schema = readParameters(tool.value);
  if (schema === null || checkSchema(schema, '$').length > 0) return [];
  const compiled = compileSchema(schema);
  const open = wanted
    .filter(([, matcher]) => listSamples(matcher, 'exact') === null)
    .map(([name]) => name);
  const problems = sampleObjects(wanted).flatMap((sample) =>
    compiled.validate(sample).filter((problem) => concerns(problem, { open, isPartial, wanted })),
  );
  const seen = new Set<string>();
  return problems.flatMap((problem) => {
    const place = `${path}${problem.path.slice(1)}`;
    const key = `${problem.code} ${place}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [refuse(problem, place, tool)];
  });
}

function refuse(problem: Problem, path: string, tool: Entry<ToolInput>): SuiteFinding {
  return {
    code: 'impossible_arguments',
    path,
    message: `no valid call of "${tool.name}" can have these arguments: ${problem.path} ${problem.message}`,
    remedy: `Change the expectation, or the schema at ${tool.path}.parameters`,
  };
}

/** Objects that together hold every value once: the first of each field, then one value changed at a time. */
function sampleObjects(wanted: Wanted): readonly JsonObject[] {
  const fields = wanted.map(
    ([name, matcher]) => [name, listSamples(matcher, 'exact') ?? []] as const,
  );
  const first = Object.fromEntries(
    fields.flatMap(([name, [value]]) => (value === undefined ? [] : [[name, value] as const])),
  );
  const others = fields.flatMap(([name, values]) =>
    values.slice(1).map((value) => ({ ...first, [name]: value })),
  );
  return [first, ...others];
}

/** Whether a problem speaks of what the expectation says, and not of what it leaves open. */
function concerns(
  problem: Problem,
  {
    open,
    isPartial,
    wanted,
  }: { readonly open: readonly string[]; readonly isPartial: boolean; readonly wanted: Wanted },
): boolean {
  const isOpen = open.some((name) => problem.path === toJsonPath([name]));
  if (isOpen) return false;
  // Rules over several fields cannot be judged while some of them are open.
  const isRule = problem.path === '$';
  if (isRule && (open.length > 0 || isPartial)) return false;
  const isRootField = wanted.every(([name]) => !problem.path.startsWith(toJsonPath([name])));
  return !(isPartial && problem.code === 'missing_required' && isRootField);
}
