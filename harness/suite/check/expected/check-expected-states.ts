import type { JsonObject, JsonValue } from '../../../json/json.ts';
import { mergeJson } from '../../../json/merge-json.ts';
import type { Matcher } from '../../../core/suite/matcher.ts';
import type { ExpectedCall, Scenario, Suite } from '../../../core/suite/suite.ts';
import { listSamples } from '../../../expectation/list-samples.ts';
import type { Tool, ToolContext, WorldState } from '../../../core/suite/tool.ts';
import { showValue } from '../../../schema/judge/show-value.ts';
import { toJsonPath } from '../../../json/to-json-path.ts';
import { matchValue } from '../../../expectation/match-value.ts';
import type { SuiteFinding } from '../../load/suite-finding.ts';
import { readPath } from '../world-path.ts';

/**
 * Runs the expected calls of each scenario against its world and says where they do not lead to the
 * expected state, so that an agent that does exactly what is expected would fail. Scenarios that
 * leave open what a write is called with, or whose writes need a confirmation, are passed over.
 */
export async function checkExpectedStates(suite: Suite): Promise<readonly SuiteFinding[]> {
  const findings: SuiteFinding[] = [];
  for (const [index, scenario] of suite.scenarios.entries()) {
    // One after the other: handlers share no state, but a suite's own code may.
    findings.push(...(await checkScenario(suite, scenario, index)));
  }
  return findings;
}

interface Step {
  readonly tool: Tool;
  readonly args: JsonObject;
}

async function checkScenario(
  suite: Suite,
  scenario: Scenario,
  index: number,
): Promise<readonly SuiteFinding[]> {
  const { state } = scenario.expected;
  const steps = toSteps(suite, scenario);
  if (state === null || steps === null) return [];
  const world = mergeJson(suite.world, scenario.world);
  if (!(await play(steps, world, scenario.session))) return [];
  return Object.entries(state).flatMap(([path, wanted]) => {
    const found = readPath(world, path);
    if (matchValue(wanted, found)) return [];
    return [
      {
        code: 'state_not_reached',
        severity: 'warning' as const,
        path: toJsonPath(['scenarios', index, 'expected', 'state', path]),
        message: `scenario "${scenario.id}": the expected calls do not lead to this state, so an agent that makes just them would fail`,
        expected: showMatcher(wanted),
        found: showValue(found),
        remedy: 'Add the calls that are missing, or change the state',
      },
    ];
  });
}

/** The calls to play; `null` when it is open what they do. */
function toSteps(suite: Suite, scenario: Scenario): readonly Step[] | null {
  const { calls } = scenario.expected;
  if (calls === null || scenario.history.length > 0) return null;
  const tools = findTools(suite, scenario);
  const groups = new Set<string>();
  const steps: Step[] = [];
  for (const call of calls) {
    if (!mustRun(call)) continue;
    if (call.group !== null && groups.has(call.group)) continue;
    if (call.group !== null) groups.add(call.group);
    const tool = tools.find((one) => one.name === call.tool);
    if (tool === undefined || !isPlayable(tool)) return null;
    const args = toArguments(call);
    if (args !== null) steps.push({ tool, args });
    else if (tool.effect !== 'read') return null;
  }
  return steps;
}

/** A call that is expected to be denied, previewed or only tried changes nothing. */
function mustRun({ outcome = 'ran' }: ExpectedCall): boolean {
  return outcome === 'ran' || outcome === 'succeeded';
}

function findTools(suite: Suite, scenario: Scenario): readonly Tool[] {
  const variants = suite.variants.filter((one) => scenario.variants?.includes(one.name) ?? true);
  const variant = variants.find((one) => one.isDefault) ?? variants[0];
  return suite.toolsets.find((toolset) => toolset.id === variant?.toolset)?.tools ?? [];
}

function isPlayable(tool: Tool): boolean {
  return (tool.confirm ?? 'none') === 'none' && tool.time !== 'real';
}

/** The arguments that a call is expected with; `null` when they are left open. */
function toArguments(call: ExpectedCall): JsonObject | null {
  if (call.arguments === null) return null;
  const args: Record<string, JsonValue> = {};
  for (const [name, matcher] of Object.entries(call.arguments)) {
    const samples = listSamples(matcher, 'any');
    if (samples?.length === 0) continue;
    const value = samples?.[0];
    if (value === undefined) return null;
    args[name] = value;
  }
  return args;
}

/** Runs the calls; `false` when a check or a handler objects, which is the loop's business and not the state's. */
async function play(
  steps: readonly Step[],
  world: WorldState,
  session: JsonObject,
): Promise<boolean> {
  const context = createContext(world, session);
  try {
    for (const { tool, args } of steps) {
      const objection = tool.authorize?.(args, context) ?? tool.check?.(args, context) ?? null;
      if (objection !== null || !isPermitted(tool, session)) continue;
      await tool.handler(structuredClone<JsonObject>(args), context);
    }
    return true;
  } catch {
    return false;
  }
}

function isPermitted(tool: Tool, session: JsonObject): boolean {
  const { permissions } = session;
  const held: readonly unknown[] = Array.isArray(permissions) ? permissions : [];
  return (tool.requires ?? []).every((permission) => held.includes(permission));
}

function createContext(world: WorldState, session: JsonObject): ToolContext {
  let ids = 0;
  return {
    world,
    session,
    nowMs: 0,
    idempotencyKey: null,
    signal: new AbortController().signal,
    random: () => 0.5,
    newId: (prefix) => `${prefix}-${(ids += 1)}`,
    sleep: () => Promise.resolve(),
    effect: () => undefined,
    noEffect: () => undefined,
  };
}

function showMatcher(matcher: Matcher): string {
  if (matcher.match === 'equal') return showValue(matcher.value);
  const { match, ...rest } = matcher;
  return `${match} ${showValue(rest)}`;
}
