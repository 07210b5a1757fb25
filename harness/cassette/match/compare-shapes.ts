import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { PartDifference } from '../../core/talk/cassette.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { diffJson, own } from './diff-json.ts';
import { toExcerpts } from './excerpt.ts';
import { toFingerprint } from '../lane/fingerprint.ts';
import { type Part, toPartValue } from '../lane/part.ts';
import type { RequestShape, ToolShape } from './request-shape.ts';

/** A shape and how to get at its parts; `null` when a part is lost. */
export interface ShapeSide {
  readonly shape: RequestShape;
  part(id: string): Part | null;
}

/** Whether two texts mean the same, past masks and redaction tokens. */
export type SameText = (texts: {
  readonly part: string;
  readonly recorded: string;
  readonly now: string;
}) => boolean;

/** Every part in which two requests differ, their conversation aside. */
export function compareShapes(
  recorded: ShapeSide,
  now: ShapeSide,
  same: SameText,
): readonly PartDifference[] {
  const differences: PartDifference[] = [];
  const add = (found: readonly PartDifference[]): void => {
    differences.push(...found);
  };
  add(compareValues('model', [recorded.shape.model, now.shape.model], same));
  add(compareSystem(recorded, now, same));
  add(compareTools(recorded, now, same));
  add(compareFields('params', [recorded.shape.params, now.shape.params], same));
  return differences;
}

type Pair<Value> = readonly [recorded: Value, now: Value];

function toText(value: JsonValue | undefined): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : toCanonicalJson(value);
}

function compareValues(
  part: string,
  [recorded, now]: Pair<JsonValue | undefined>,
  same: SameText,
): readonly PartDifference[] {
  const [left, right] = [toText(recorded), toText(now)];
  if (left === right && typeof recorded === typeof now) return [];
  if (left === null || right === null)
    return [{ part, recorded: left, now: right, change: toChange(part, [left, right]) }];
  if (left !== right && same({ part, recorded: left, now: right })) return [];
  // A number and a text can look alike: then they are shown as JSON.
  if (left === right) {
    const shown: Pair<string> = [toCanonicalJson(recorded), toCanonicalJson(now)];
    return [{ part, recorded: shown[0], now: shown[1], change: toChange(part, shown) }];
  }
  const [shownLeft, shownRight] = toExcerpts(left, right);
  return [{ part, recorded: shownLeft, now: shownRight, change: toChange(part, [left, right]) }];
}

/** Names one change of one part, so that a waiver covers it and no other. */
function toChange(part: string, values: Pair<string | null>): string {
  return toFingerprint(toCanonicalJson([part, ...values]));
}

function compareFields(
  prefix: string,
  [recorded, now]: Pair<JsonObject>,
  same: SameText,
): readonly PartDifference[] {
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(now)])].sort();
  return names.flatMap((name) =>
    compareValues(`${prefix}.${name}`, [own(recorded, name), own(now, name)], same),
  );
}

function compareSystem(
  recorded: ShapeSide,
  now: ShapeSide,
  same: SameText,
): readonly PartDifference[] {
  const count = Math.max(recorded.shape.system.length, now.shape.system.length);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const [left, right] = [recorded.shape.system[index], now.shape.system[index]];
    if (left === right) return [];
    const toValue = (side: ShapeSide, id: string | undefined): JsonValue | undefined =>
      id === undefined ? undefined : partValue(side, id);
    const part = index === 0 ? 'system' : `system.${index}`;
    return compareValues(part, [toValue(recorded, left), toValue(now, right)], same);
  });
}

function partValue(side: ShapeSide, id: string): JsonValue | undefined {
  const part = side.part(id);
  return part === null ? `(lost part ${id})` : toPartValue(part);
}

function compareTools(
  recorded: ShapeSide,
  now: ShapeSide,
  same: SameText,
): readonly PartDifference[] {
  const left = nameTools(recorded.shape.tools);
  const right = nameTools(now.shape.tools);
  const differences: PartDifference[] = [];
  for (const [name, tool] of left) {
    const other = right.get(name);
    if (other === undefined) {
      differences.push(toolGone(name, [describeTool(recorded, tool), null]));
    } else {
      differences.push(
        ...compareTool(
          name,
          [
            { side: recorded, tool },
            { side: now, tool: other },
          ],
          same,
        ),
      );
    }
  }
  for (const [name, tool] of right) {
    if (left.has(name)) continue;
    differences.push(toolGone(name, [null, describeTool(now, tool)]));
  }
  const order = (
    own: ReadonlyMap<string, ToolShape>,
    other: ReadonlyMap<string, ToolShape>,
  ): string => [...own.keys()].filter((name) => other.has(name)).join(', ');
  const orders: Pair<string> = [order(left, right), order(right, left)];
  if (orders[0] !== orders[1]) {
    differences.push({
      part: 'tools.order',
      recorded: orders[0],
      now: orders[1],
      change: toChange('tools.order', orders),
    });
  } else if (
    (recorded.shape.tools === null) !== (now.shape.tools === null) &&
    differences.length === 0
  ) {
    const show = (tools: unknown): string | null => (tools === null ? null : '[]');
    const shown: Pair<string | null> = [show(recorded.shape.tools), show(now.shape.tools)];
    differences.push({
      part: 'tools',
      recorded: shown[0],
      now: shown[1],
      change: toChange('tools', shown),
    });
  }
  return differences;
}

function toolGone(name: string, [recorded, now]: Pair<string | null>): PartDifference {
  const part = `tools.${name}`;
  return { part, recorded, now, change: toChange(part, [recorded, now]) };
}

/** Tools by name; a name that comes again gets its number. */
function nameTools(tools: readonly ToolShape[] | null): ReadonlyMap<string, ToolShape> {
  const named = new Map<string, ToolShape>();
  for (const tool of tools ?? []) {
    let name = tool.name;
    for (let count = 2; named.has(name); count += 1) name = `${tool.name}#${count}`;
    named.set(name, tool);
  }
  return named;
}

function describeTool(side: ShapeSide, tool: ToolShape): string {
  const text = tool.description === null ? '' : toText(partValue(side, tool.description));
  return toExcerpts(text ?? '', '')[0];
}

interface SidedTool {
  readonly side: ShapeSide;
  readonly tool: ToolShape;
}

function compareTool(
  name: string,
  [left, right]: Pair<SidedTool>,
  same: SameText,
): readonly PartDifference[] {
  const differences: PartDifference[] = [];
  const valueOf = ({ side }: SidedTool, id: string | null): JsonValue | undefined =>
    id === null ? undefined : partValue(side, id);
  if (left.tool.description !== right.tool.description) {
    const pair: Pair<JsonValue | undefined> = [
      valueOf(left, left.tool.description),
      valueOf(right, right.tool.description),
    ];
    differences.push(...compareValues(`tool.${name}.description`, pair, same));
  }
  if (left.tool.parameters !== right.tool.parameters) {
    const recorded = valueOf(left, left.tool.parameters);
    const now = valueOf(right, right.tool.parameters);
    for (const found of diffJson(recorded, now)) {
      const part = `tool.${name}.parameters${found.path}`;
      differences.push(...compareValues(part, [found.recorded, found.now], same));
    }
  }
  differences.push(...compareFields(`tool.${name}`, [left.tool.rest, right.tool.rest], same));
  return differences;
}

/** The schemas that two requests give one tool, where they differ. */
export function changedSchemas(
  recorded: ShapeSide,
  now: ShapeSide,
): ReadonlyMap<string, JsonObject> {
  const before = nameTools(recorded.shape.tools);
  const changed = new Map<string, JsonObject>();
  for (const [name, tool] of nameTools(now.shape.tools)) {
    const old = before.get(name);
    if (old === undefined || old.parameters === tool.parameters || tool.parameters === null)
      continue;
    const schema = partValue(now, tool.parameters);
    if (isJsonObject(schema)) changed.set(name, schema);
  }
  return changed;
}
