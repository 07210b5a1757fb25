import type { StopReason } from '../../core/trial/stop-reason.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import { cleanPlan } from '../../core/suite/lane.ts';
import { toLine } from '../../report/text/to-plain-text.ts';
import type { FaultsInput } from '../bench/choose-faults.ts';
import { toReasonLine, toTurn } from '../bench/trial-reasons.ts';
import { HarnessError } from '../harness-error.ts';
import { findRerun, type ScenarioResult } from '../scenario-result.ts';
import { type ArgumentsInput, type Equals, matchArguments } from './match-arguments.ts';

/** What a matcher finds. */
export interface MatcherAnswer {
  readonly pass: boolean;
  readonly message: () => string;
}

/** What vitest gives a matcher as `this`. */
interface MatcherThis {
  readonly equals: Equals;
}

/** The matchers, as `expect.extend` takes them. */
export const matchers = {
  toPass(received: unknown): MatcherAnswer {
    const result = readResult(received, 'toPass');
    return {
      pass: result.verdict === 'passed',
      message: () =>
        result.verdict === 'passed'
          ? `${name(result)} passed, and was expected to fail`
          : describeFailure(result),
    };
  },

  toHaveCalled(
    this: MatcherThis,
    received: unknown,
    ...[tool, wanted = {}]: readonly [tool: string, wanted?: ArgumentsInput]
  ): MatcherAnswer {
    const result = readResult(received, 'toHaveCalled');
    const calls = listCalls(result.transcript);
    const found = calls.find(
      (call) => call.tool === tool && matchArguments(wanted, call.arguments, this.equals),
    );
    const what = `${tool}(${toLine(show(wanted))})`;
    return {
      pass: found !== undefined,
      message: () =>
        found === undefined
          ? [`${name(result)} did not call ${what}`, ...listOthers(result, calls)].join('\n  ')
          : `${name(result)} called ${what} in turn ${found.turn ?? 1}, and was expected not to`,
    };
  },

  toHaveEffectOnce(received: unknown, tool: string, key?: string): MatcherAnswer {
    const result = readResult(received, 'toHaveEffectOnce');
    const all = result.transcript.filter((event) => event.type === 'effect');
    const own = all.filter((one) => one.tool === tool && (key === undefined || one.key === key));
    const what = `The effect of "${tool}"${key === undefined ? '' : ` on ${toLine(key)}`}`;
    const turns = own.map((event) => toTurn(event) ?? result.turns);
    const places = own.length === 0 ? '' : ` (turn ${turns.join(', ')})`;
    const others = all.filter((one) => !own.includes(one));
    return {
      pass: own.length === 1,
      message: () =>
        own.length === 1
          ? `${what} happened once in ${name(result)}${places}, and was expected not to`
          : [
              `${what} happened ${own.length} times in ${name(result)}${places}, expected once`,
              ...others.map(
                (event) =>
                  `turn ${toTurn(event) ?? result.turns}: "${event.tool}" had an effect on ${toLine(event.key)}`,
              ),
              ...listReasons(result),
            ].join('\n  '),
    };
  },

  toEndBy(received: unknown, wanted: StopReason | number): MatcherAnswer {
    const result = readResult(received, 'toEndBy');
    const { stopReason } = result.outcome;
    const isByTurn = typeof wanted === 'number';
    const pass = isByTurn ? result.turns <= wanted : stopReason === wanted;
    const what = isByTurn ? `by turn ${wanted}` : `by "${wanted}"`;
    const found = `${name(result)} ended by "${stopReason}" in turn ${result.turns}`;
    return {
      pass,
      message: () =>
        pass
          ? `${found}, and was expected not to end ${what}`
          : [`${found}, expected to end ${what}`, ...listReasons(result)].join('\n  '),
    };
  },

  async toPassUnder(received: unknown, faults: FaultsInput): Promise<MatcherAnswer> {
    const result = readResult(await received, 'toPassUnder');
    const rerun = findRerun(result);
    if (rerun === null) {
      throw new HarnessError(
        'NO_SCENARIO',
        'Cannot run the scenario again under faults: expected the result that runScenario gave, not a copy of it',
      );
    }
    const results = await rerun(faults);
    const failed = results.filter(({ verdict }) => verdict === 'failed');
    return {
      pass: failed.length === 0,
      message: () =>
        failed.length === 0
          ? `${results.map(name).join(', ')} passed, and ${results.length === 1 ? 'was' : 'one of them was'} expected to fail`
          : [
              ...(results.length === 1
                ? []
                : [`${failed.length} of ${results.length} trials under faults did not pass`]),
              ...failed.map(describeFailure),
            ].join('\n'),
    };
  },
};

/** Only what was measured is judged, under `.not` as well. */
function readResult(received: unknown, matcher: string): ScenarioResult {
  const isResult =
    typeof received === 'object' &&
    received !== null &&
    'verdict' in received &&
    'transcript' in received;
  // What `runScenario` gives is the only thing with these fields.
  if (isResult) return received as ScenarioResult;
  const found = received instanceof Promise ? 'a promise. Await it first' : typeof received;
  throw new HarnessError(
    'NO_RESULT',
    `Cannot judge with ${matcher}: expected the result of runScenario, found ${found}`,
  );
}

function name({ lane }: ScenarioResult): string {
  const { scenario, variant, plan, repeat } = lane;
  const under = plan === cleanPlan ? '' : ` under ${plan}`;
  const attempt = repeat === 1 ? '' : `, repeat ${repeat}`;
  return `scenario "${scenario}" (${variant}${attempt})${under}`;
}

function describeFailure(result: ScenarioResult): string {
  return [`${name(result)} failed`, ...listReasons(result)].join('\n  ');
}

function listReasons({ reasons, turns }: ScenarioResult): readonly string[] {
  return reasons.map((reason) => toReasonLine(reason, turns));
}

interface DeliveredCall {
  readonly tool: string;
  readonly arguments: Extract<TranscriptEvent, { type: 'delivery' }>['arguments'];
  readonly turn: number | null;
}

/** Calls that ran: a preview does not, nor does a call that a fault made up. */
function listCalls(events: readonly TranscriptEvent[]): readonly DeliveredCall[] {
  const injected = new Set(
    events.flatMap((event) =>
      event.type === 'judged' && event.injected !== undefined ? [event.call] : [],
    ),
  );
  return events.flatMap((event) =>
    event.type === 'delivery' && !event.preview && event.delivery === 1 && !injected.has(event.call)
      ? [{ tool: event.tool, arguments: event.arguments, turn: toTurn(event) }]
      : [],
  );
}

/** What ran instead, and what was called and held back. */
function listOthers(
  { transcript, turns }: ScenarioResult,
  calls: readonly DeliveredCall[],
): readonly string[] {
  const ran = calls.map(
    ({ tool, arguments: given, turn }) =>
      `turn ${turn ?? turns}: ${tool}(${toLine(JSON.stringify(given))})`,
  );
  const held = transcript.flatMap((event) =>
    event.type === 'refused'
      ? [`turn ${toTurn(event) ?? turns}: held back: ${toLine(event.error.message)}`]
      : [],
  );
  const all = [...ran, ...held];
  return all.length === 0 ? [`no tool ran in ${turns} turns`] : all;
}

/** Matchers of vitest say themselves what they want. */
function show(wanted: ArgumentsInput): string {
  if (Object.keys(wanted).length === 0) return '';
  return JSON.stringify(wanted, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'toAsymmetricMatcher' in value
      ? describeAsymmetric(value)
      : value,
  );
}

function describeAsymmetric(matcher: { readonly toAsymmetricMatcher: unknown }): unknown {
  const { toAsymmetricMatcher: describe } = matcher;
  return typeof describe === 'function' ? Reflect.apply(describe, matcher, []) : 'a matcher';
}
