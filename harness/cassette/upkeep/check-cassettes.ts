import { join } from 'node:path';
import { toCanonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject } from '../../json/json.ts';
import { type Lane, toLaneId } from '../../core/suite/lane.ts';
import { toRecordCommand } from '../match/create-miss.ts';
import { toChain, toFingerprint } from '../lane/fingerprint.ts';
import { type LaneDisk, nodeDisk } from '../lane/lane-disk.ts';
import { toLaneName } from '../lane/lane-path.ts';
import { type LaneFiles, listLaneFiles } from '../lane/list-lane-files.ts';
import { toDecision } from '../match/message-text.ts';
import {
  parseHead,
  parseRecording,
  type RecordedAttempt,
  type Recording,
} from '../lane/parse-recording.ts';
import { findLeaks, findLineLeaks, type Leak } from './find-leaks.ts';
import type { Redactor } from '../../redact/redactor.ts';
import { loadWaivers } from '../match/waivers.ts';

/** A problem of a folder of recordings. */
export interface CassetteFinding {
  readonly kind:
    | 'leak'
    | 'damaged'
    | 'unsealed'
    | 'wrong_version'
    | 'wrong_lane'
    | 'surplus'
    | 'stale'
    | 'unreached'
    | 'missing_clean'
    | 'missing_part'
    | 'orphan_part'
    | 'abandoned'
    | 'unknown_file';
  /** Below the root. */
  readonly path: string;
  /** Counts from 1; `null` for the whole file. */
  readonly line: number | null;
  readonly text: string;
  /** The remedy, in one sentence. */
  readonly remedy: string;
}

/** How a folder is checked. */
export interface CheckOptions {
  readonly redactor: Redactor;
  /** Whether a lane is one that a suite would replay; `null`: surplus lanes are not searched. */
  readonly isWanted: ((lane: Lane) => boolean) | null;
  /** Start of the command that records, such as `toolrig record suites/orders`. */
  readonly command: string;
  /** The command that removes what has no use, such as `toolrig cassettes prune suites/orders`. */
  readonly prune: string;
  /** Lanes to be left out, as if they were not there. */
  readonly without?: ReadonlySet<string>;
  readonly disk?: LaneDisk;
}

/** Checks all recordings below a root: leaks, damage, surplus lanes, parts that are lost or not used. */
export function checkCassettes(root: string, options: CheckOptions): readonly CassetteFinding[] {
  const found = listLaneFiles(root);
  const files = {
    ...found,
    lanes: found.lanes.filter((path) => options.without?.has(path) !== true),
  };
  const check: Check = {
    ...options,
    root,
    disk: options.disk ?? nodeDisk,
    files,
    used: new Set(),
    unread: [],
  };
  const findings = [
    ...files.lanes.flatMap((path) => checkLane(path, check)),
    ...files.parts.flatMap((path) => checkPart(path, check)),
    ...files.waivers.flatMap((path) => checkWaivers(path, check)),
    ...files.abandoned.map((path) => ({
      ...whole('abandoned', path),
      text: 'a recording that was never finished',
      remedy: `When no recorder runs, remove it with \`${options.prune}\``,
    })),
    ...files.unknown.map((path) => ({
      ...whole('unknown_file', path),
      text: 'no file of a recording has such a name',
      remedy: 'Delete or move it',
    })),
  ];
  return findings.toSorted((left, right) =>
    left.path === right.path
      ? (left.line ?? 0) - (right.line ?? 0)
      : left.path < right.path
        ? -1
        : 1,
  );
}

interface Check extends CheckOptions {
  readonly root: string;
  readonly disk: LaneDisk;
  readonly files: LaneFiles;
  /** Ids of parts that lanes name. */
  readonly used: Set<string>;
  /** Lanes that cannot be read: which parts they name is not known. */
  readonly unread: string[];
}

function whole<Kind extends CassetteFinding['kind']>(
  kind: Kind,
  path: string,
): { readonly kind: Kind; readonly path: string; readonly line: null } {
  return { kind, path, line: null };
}

function checkLane(path: string, check: Check): readonly CassetteFinding[] {
  const text = check.disk.read(join(check.root, path)) ?? '';
  const leaks = findLineLeaks(text, check.redactor).map((leak) => toLeakFinding(path, leak));
  const head = parseHead(text);
  if (!head.ok) check.unread.push(path);
  if (!head.ok) return [...leaks, toDamage(path, head.error, null)];
  const { lane } = head.value;
  const recording = parseRecording(text, lane);
  if (!recording.ok) check.unread.push(path);
  if (!recording.ok)
    return [
      ...leaks,
      toDamage(path, recording.error, toRecordCommand([lane], check.command, 'stale')),
    ];
  const misplaced: CassetteFinding[] =
    toLaneName(lane) === path
      ? []
      : [
          {
            ...whole('wrong_lane', path),
            text: `the file belongs to lane "${toLaneId(lane)}"`,
            remedy: `Move it to "${toLaneName(lane)}"`,
          },
        ];
  return [...leaks, ...misplaced, ...checkContent(path, recording.value, check)];
}

function toDamage(
  path: string,
  damage: { readonly reason: string; readonly text: string },
  again: string | null,
): CassetteFinding {
  const { reason } = damage;
  const kind = reason === 'unsealed' || reason === 'wrong_version' ? reason : 'damaged';
  const remedy =
    again === null
      ? 'Restore it from version control or record its lane again'
      : `Restore it from version control or record it again: ${again}`;
  return { ...whole(kind, path), text: damage.text, remedy };
}

function checkContent(
  path: string,
  recording: Recording,
  check: Check,
): readonly CassetteFinding[] {
  const { lane, fork } = recording.head;
  const findings: CassetteFinding[] = [];
  const again = toRecordCommand([lane], check.command, 'all');
  for (const attempt of recording.attempts) {
    for (const id of partIds(attempt)) {
      if (check.used.has(id)) continue;
      check.used.add(id);
      if (check.files.parts.includes(`parts/${id}.json`)) continue;
      const text = `part "${id}" of turn ${attempt.turn} is lost`;
      findings.push({ ...whole('missing_part', path), text, remedy: `Record it again: ${again}` });
    }
    if (isKeyRight(attempt, recording.texts)) continue;
    const text = `the fingerprints of turn ${attempt.turn} do not match its messages`;
    findings.push({ ...whole('damaged', path), text, remedy: `Record it again: ${again}` });
  }
  if (fork !== null && !check.files.lanes.includes(toLaneName(fork.lane))) {
    const text = `its first turns are those of lane "${toLaneId(fork.lane)}", which is not recorded`;
    const remedy = `Record that: ${toRecordCommand([fork.lane], check.command, 'missing')}`;
    findings.push({ ...whole('missing_clean', path), text, remedy });
  }
  if (check.isWanted !== null && !check.isWanted(lane)) {
    const text = `no trial would replay lane "${toLaneId(lane)}"`;
    findings.push({
      ...whole('surplus', path),
      text,
      remedy: `Bring back its scenario, variant or plan, or remove it with \`${check.prune}\``,
    });
  }
  return findings;
}

function partIds({ shape }: RecordedAttempt): readonly string[] {
  const tools = (shape.tools ?? []).flatMap((tool) => [tool.description, tool.parameters]);
  return [...shape.system, ...tools].filter((id) => id !== null);
}

function isKeyRight(
  { key, shapeKey, messages }: RecordedAttempt,
  texts: readonly string[],
): boolean {
  const said = messages.map((number) => texts[number] ?? '');
  const decisions = said.map(toDecision).filter((decision) => decision !== null);
  return (
    key.request === toFingerprint(shapeKey) &&
    key.chain === toChain(said) &&
    key.decisions === toChain(decisions)
  );
}

function checkPart(path: string, check: Check): readonly CassetteFinding[] {
  const text = check.disk.read(join(check.root, path)) ?? '';
  const id = path.slice('parts/'.length, -'.json'.length);
  const findings = findLeaks(text, check.redactor).map((leak) => toLeakFinding(path, leak));
  if (toContentId(text) !== id) {
    const remedy = 'Restore it from version control';
    return [
      ...findings,
      { ...whole('damaged', path), text: 'the content does not match its name', remedy },
    ];
  }
  // A lane that cannot be read may name it, and would be lost with it once it is restored.
  if (check.used.has(id) || check.unread.length > 0) return findings;
  const remedy = `Remove it with \`${check.prune}\``;
  return [...findings, { ...whole('orphan_part', path), text: 'no lane names this part', remedy }];
}

function toContentId(text: string): string | null {
  try {
    const file: unknown = JSON.parse(text);
    if (!isJsonObject(file) || file['version'] !== 1) return null;
    return toFingerprint(toCanonicalJson({ ...file, version: undefined }));
  } catch {
    return null;
  }
}

function checkWaivers(path: string, { root, disk, redactor }: Check): readonly CassetteFinding[] {
  const leaks = findLeaks(disk.read(join(root, path)) ?? '', redactor);
  const findings = leaks.map((leak) => toLeakFinding(path, leak));
  try {
    loadWaivers(root, path.split('/', 1)[0] ?? '', disk);
    return findings;
  } catch {
    const remedy = 'Restore it from version control';
    return [...findings, { ...whole('damaged', path), text: 'the waivers cannot be read', remedy }];
  }
}

function toLeakFinding(path: string, leak: Leak): CassetteFinding {
  return {
    kind: 'leak',
    path,
    line: leak.line,
    text: leak.text,
    remedy: 'Take the secret out of use, then record the lane again',
  };
}
