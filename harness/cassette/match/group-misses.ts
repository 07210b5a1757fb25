import type { CassetteMissError, MissReason, PartDifference } from '../../core/talk/cassette.ts';
import type { Lane } from '../../core/suite/lane.ts';
import { describeDifference, type RecordExtent, toExtent, toRecordCommand } from './create-miss.ts';

/** Many misses with one cause. */
export interface MissGroup {
  readonly reason: MissReason;
  /** Of the first lane; texts of messages differ from lane to lane. */
  readonly differences: readonly PartDifference[];
  readonly rejects: readonly string[];
  readonly lanes: readonly string[];
  /** The same lanes by their names, as far as the misses say them. */
  readonly where: readonly Lane[];
  /** What the command records. */
  readonly extent: RecordExtent;
  readonly command: string;
  /** All of it in words, but what the command sends. */
  readonly text: string;
}

const reasons: Readonly<Record<MissReason, string>> = {
  no_cassette: 'have no recording',
  changed: 'ask something else than was recorded',
  exhausted: 'ask more often than was recorded',
  damaged: 'have a damaged recording',
  unsealed: 'have a recording that was never finished',
  wrong_version: 'have a recording of another format version',
  wrong_lane: 'have the recording of another lane',
};

/** Groups misses by cause: one changed description is one thing to tell, however many lanes it stops. */
export function groupMisses(
  misses: readonly CassetteMissError[],
  command: string,
): readonly MissGroup[] {
  const groups = new Map<string, CassetteMissError[]>();
  for (const miss of misses) {
    const key = toCause(miss);
    groups.set(key, [...(groups.get(key) ?? []), miss]);
  }
  return [...groups.values()].map((group) => toGroup(group, command));
}

/** Parts of the request are the cause where there are any; what differs in messages follows from them. */
function toCause({ reason, differences }: CassetteMissError): string {
  const shape = differences.filter(({ part }) => !isConversation(part));
  if (shape.length > 0) return JSON.stringify([reason, shape]);
  const first = differences[0]?.part.replace(/[0-9]+$/, '').replace(/\.t[0-9]*c?$/, '');
  return JSON.stringify([reason, first ?? null]);
}

function isConversation(part: string): boolean {
  return part.startsWith('message.') || part.startsWith('tool_result.');
}

function toGroup(misses: readonly CassetteMissError[], command: string): MissGroup {
  const lanes = [...new Set(misses.map((miss) => miss.lane))].sort();
  const { reason = 'changed', differences = [], remedy, message = '' } = misses[0] ?? {};
  const rejects = [...new Set(misses.flatMap((miss) => miss.rejects))];
  const where = misses.map((miss) => miss.where).filter((lane): lane is Lane => lane !== null);
  const extent = toExtent(reason);
  const mending =
    where.length === 0 ? (remedy ?? command) : toRecordCommand(where, command, extent);
  const group = { reason, differences, rejects, lanes, where, extent, command: mending };
  return { ...group, text: lanes.length === 1 ? `1 lane: ${message}` : describeMany(group) };
}

function describeMany(group: Omit<MissGroup, 'text'>): string {
  const { lanes, reason, differences, rejects, command } = group;
  const named = `${lanes.slice(0, 3).join(', ')}${lanes.length > 3 ? ', …' : ''}`;
  return [
    `${lanes.length} lanes ${reasons[reason]} (${named})`,
    ...differences.map(describeDifference),
    ...rejects.map((text) => `The changed schema rejects a recorded call: ${text}`),
    `Record them with \`${command}\``,
  ].join('. ');
}
