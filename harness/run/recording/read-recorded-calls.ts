import { createLibrary } from '../../cassette/lane/library.ts';
import { nodeDisk } from '../../cassette/lane/lane-disk.ts';
import { listLaneFiles } from '../../cassette/lane/list-lane-files.ts';
import { parseHead, type RecordedAttempt } from '../../cassette/lane/parse-recording.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import { dialectFor } from '../../dialect/registry.ts';
import type { Suite } from '../../core/suite/suite.ts';
import type { Lane } from '../../core/suite/lane.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { join } from 'node:path';

/** A call that a recorded reply holds. */
export interface RecordedCall {
  readonly scenario: string;
  readonly variant: string;
  readonly tool: string;
  readonly argumentsText: string | null;
}

/** A tool as a recorded request offered it. */
export interface RecordedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** What the recordings of a suite say of its tools. */
export interface RecordedUse {
  /** Each call of a scenario and variant once, however often and under whichever fault it was recorded. */
  readonly calls: readonly RecordedCall[];
  /** Tools by variant, as the last clean lane that was read offered them. */
  readonly offered: Readonly<Record<string, readonly RecordedTool[]>>;
}

/** Reads the calls and the offered tools out of the recordings of a suite. A lane that cannot be read is left out. */
export function readRecordedUse(suite: Suite, root: string): RecordedUse {
  const library = createLibrary(root, nodeDisk, null);
  const calls = new Map<string, RecordedCall>();
  const offered: Record<string, readonly RecordedTool[]> = {};
  for (const path of listLaneFiles(root).lanes) {
    if (path.split('/')[0] !== toSafeName(suite.name)) continue;
    const lane = readLane(join(root, path));
    const found = lane === null ? null : library.open(lane);
    if (lane === null || found === null || !found.ok) continue;
    const { scenario, variant } = lane;
    const { attempts } = found.value.recording;
    for (const { tool, argumentsText } of attempts.flatMap((one) => readCalls(one, suite, lane))) {
      const call = { scenario, variant, tool, argumentsText };
      calls.set(JSON.stringify(call), call);
    }
    const tools = lane.plan === 'none' ? readOffered(attempts.at(-1), library.part) : null;
    if (tools !== null) offered[variant] = tools;
  }
  return { calls: [...calls.values()], offered };
}

/** The calls of the variants on one toolset: a call of a scenario counts once, whichever variant made it. */
export function callsOf(
  { variants }: Suite,
  toolset: string,
  { calls }: RecordedUse,
): readonly RecordedCall[] {
  const names = variants.filter((one) => one.toolset === toolset).map(({ name }) => name);
  const found = new Map(
    calls
      .filter(({ variant }) => names.includes(variant))
      .map((call) => [`${call.scenario} ${call.tool} ${call.argumentsText ?? ''}`, call]),
  );
  return [...found.values()];
}

function readLane(path: string): Lane | null {
  const head = parseHead(nodeDisk.read(path) ?? '');
  return head.ok ? head.value.lane : null;
}

function readCalls(
  { exchange }: RecordedAttempt,
  suite: Suite,
  lane: Lane,
): readonly { readonly tool: string; readonly argumentsText: string | null }[] {
  const variant = suite.variants.find(({ name }) => name === lane.variant);
  const model = suite.models.find(({ name }) => name === variant?.model);
  const decoded = dialectFor(model?.api === undefined ? {} : { api: model.api }).decode(exchange);
  if (!decoded.ok) return [];
  return decoded.reply.calls.map(({ name, argumentsText }) => ({ tool: name, argumentsText }));
}

function readOffered(
  attempt: RecordedAttempt | undefined,
  part: ReturnType<typeof createLibrary>['part'],
): readonly RecordedTool[] | null {
  if (attempt?.shape.tools == null) return null;
  return attempt.shape.tools.map(({ name, description, parameters }) => {
    const text = description === null ? null : part(description);
    const schema = parameters === null ? null : part(parameters);
    return {
      name,
      description: text?.kind === 'tool_description' ? text.text.join('') : '',
      parameters:
        schema?.kind === 'tool_parameters' && isJsonObject(schema.schema) ? schema.schema : {},
    };
  });
}
