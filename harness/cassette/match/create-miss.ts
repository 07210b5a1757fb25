import { toShellWord } from '../../core/shell-word.ts';
import {
  CassetteMissError,
  type MissReason,
  type PartDifference,
} from '../../core/talk/cassette.ts';
import { cleanPlan, type Lane, toLaneId } from '../../core/suite/lane.ts';
import type { Redactor } from '../../redact/redactor.ts';

/** Why a lane could not answer, before it is put into words. */
export interface MissCause {
  readonly reason: MissReason;
  /** One clause: the problem, or the position in the conversation. */
  readonly text: string;
  readonly differences: readonly PartDifference[];
  /** Id of the lane that comes nearest. */
  readonly nearest: string | null;
  /** Requests that the lane's recording, or the nearest one, holds; `null` when there is none. */
  readonly requests: number | null;
  readonly rejects: readonly string[];
}

/** What all misses of a store share. */
export interface MissContext {
  /** Start of the command that repairs it, such as `toolrig record suites/orders`. */
  readonly command: string;
  readonly redactor: Redactor;
}

/** Puts a miss into words: every differing part, the nearest lane, and the command that repairs it. */
export function createMiss(lane: Lane, cause: MissCause, context: MissContext): CassetteMissError {
  const redact = (text: string | null): string | null =>
    text === null ? null : context.redactor.redactText(text);
  const differences = cause.differences.map((found) => ({
    ...found,
    recorded: redact(found.recorded),
    now: redact(found.now),
  }));
  const remedy = toRecordCommand([lane], context.command, toExtent(cause.reason));
  const sentences = [
    `Cannot replay lane "${toLaneId(lane)}": ${context.redactor.redactText(cause.text)}`,
    ...differences.map(describeDifference),
    ...cause.rejects.map((text) => `The changed schema rejects a recorded call: ${text}`),
    ...(cause.nearest === null || cause.nearest === toLaneId(lane)
      ? []
      : [`The nearest lane is "${cause.nearest}"`]),
    `Record it with \`${remedy}\``,
  ];
  return new CassetteMissError(sentences.join('. '), {
    lane: toLaneId(lane),
    where: lane,
    reason: cause.reason,
    differences,
    remedy,
    nearest: cause.nearest,
    requests: cause.requests,
    rejects: cause.rejects,
  });
}

/** One difference as a line. */
export function describeDifference({ part, recorded, now }: PartDifference): string {
  const show = (text: string | null): string => (text === null ? 'nothing' : JSON.stringify(text));
  return `${part}: recorded ${show(recorded)}, now ${show(now)}`;
}

/** Which of the lanes that a command selects it records: those without a recording, those that do not answer too, or all. */
export type RecordExtent = 'missing' | 'stale' | 'all';

/** The remedy for a miss. */
export function toExtent(reason: MissReason): RecordExtent {
  return reason === 'no_cassette' ? 'missing' : 'stale';
}

const extentFlags: Readonly<Record<RecordExtent, readonly string[]>> = {
  missing: [],
  stale: ['--stale'],
  all: ['--rerecord'],
};

/** The command that records lanes. */
export function toRecordCommand(
  lanes: readonly Pick<Lane, 'scenario' | 'variant' | 'plan' | 'repeat'>[],
  command: string,
  extent: RecordExtent,
): string {
  const repeats = Math.max(...lanes.map((lane) => lane.repeat));
  return [
    command,
    toScenarioFlag(lanes),
    `--variant ${toListWord(lanes.map((lane) => lane.variant))}`,
    ...toFaultFlag(lanes.map((lane) => lane.plan)),
    ...(repeats > 1 ? [`--repeats ${repeats}`] : []),
    ...extentFlags[extent],
  ].join(' ');
}

/** The part of {@link toRecordCommand} that names scenarios. */
export function toScenarioFlag(lanes: readonly Pick<Lane, 'scenario'>[]): string {
  return `--scenario ${toListWord(lanes.map((lane) => lane.scenario))}`;
}

function toListWord(values: readonly string[]): string {
  return toShellWord([...new Set(values)].join(','));
}

/** Plans of a preset are named `standard.timeout@refund.1` and made from it as a whole; the clean plan always runs. */
function toFaultFlag(plans: readonly string[]): readonly string[] {
  const words = plans.map((plan) => /^(?:standard|full)(?=[./])/.exec(plan)?.[0] ?? plan);
  const faults = [...new Set(words)].filter((word) => word !== cleanPlan);
  return faults.length === 0 ? [] : [`--faults ${toShellWord(faults.join(','))}`];
}
