import { isJsonObject } from '../../json/json.ts';
import { toJsonPath } from '../../json/to-json-path.ts';
import type { PlanInput } from '../input/fault-input.ts';
import type { LoopInput } from '../input/loop-input.ts';
import type { ModelInput, ScenarioInput, SuiteInput, VariantInput } from '../input/suite-input.ts';
import { nameModel, toModels } from './convert/to-models.ts';
import { mainToolset } from './convert/to-toolsets.ts';
import type { ToolInput, ToolsetInput } from '../input/tool-input.ts';

/** An entry of a suite with its place. */
export interface Entry<Value> {
  readonly name: string;
  readonly value: Value;
  readonly path: string;
  /** `false`: its shape is wrong, so only its name may be used. */
  readonly sound: boolean;
}

/** A toolset with its tools as entries. */
export interface ToolsetEntry extends Entry<ToolsetInput> {
  readonly tools: readonly Entry<ToolInput>[];
}

/** A suite as a set of named entries, some of which may be unsound: what the checks look at. */
export interface SuiteParts {
  readonly suite: SuiteInput;
  readonly toolsets: readonly ToolsetEntry[];
  readonly models: readonly Entry<ModelInput>[];
  readonly loops: readonly Entry<LoopInput>[];
  readonly variants: readonly Entry<VariantInput>[];
  readonly scenarios: readonly Entry<ScenarioInput>[];
  readonly plans: readonly Entry<PlanInput>[];
  /** Whether a field of the suite itself may be read. */
  isSound(path: string): boolean;
}

/** Splits a suite into its parts, even if it has errors. `broken` are the places where its shape is wrong. */
export function toSuiteParts(input: object, broken: readonly string[]): SuiteParts {
  // Only sound entries and fields are read by their types.
  const suite = input as SuiteInput;
  const isSound = (path: string): boolean => !broken.some((place) => isAtOrBelow(place, path));
  const list = <Value>(values: unknown, path: string, key: string): readonly Entry<Value>[] =>
    toEntries<Value>(values, { path, key, isSound });
  return {
    suite,
    toolsets: toToolsetEntries(suite, list),
    models: toModelEntries(suite, list, isSound),
    loops: toLoopEntries(suite, isSound),
    variants: list(suite.variants, '$.variants', 'name'),
    scenarios: list(suite.scenarios, '$.scenarios', 'id'),
    plans: list(suite.plans, '$.plans', 'name'),
    isSound,
  };
}

type List = <Value>(values: unknown, path: string, key: string) => readonly Entry<Value>[];

function toEntries<Value>(
  values: unknown,
  at: { readonly path: string; readonly key: string; isSound(path: string): boolean },
): readonly Entry<Value>[] {
  if (!Array.isArray(values)) return [];
  return values.map((value: unknown, index) => {
    const path = toJsonPath([index], at.path);
    // Entries whose shape is wrong are marked, and only their names are used.
    return { name: readName(value, at.key), value: value as Value, path, sound: at.isSound(path) };
  });
}

function toToolsetEntries(suite: SuiteInput, list: List): readonly ToolsetEntry[] {
  const own = list<ToolsetInput>(suite.toolsets, '$.toolsets', 'id').map((entry) => ({
    ...entry,
    tools: isJsonObject(entry.value)
      ? list<ToolInput>(entry.value['tools'], `${entry.path}.tools`, 'name')
      : [],
  }));
  if (!Array.isArray(suite.tools)) return own;
  const tools = list<ToolInput>(suite.tools, '$.tools', 'name');
  const value = { id: mainToolset, tools: suite.tools };
  return [{ name: mainToolset, value, path: '$.tools', sound: true, tools }, ...own];
}

function toModelEntries(
  suite: SuiteInput,
  list: List,
  isSound: (path: string) => boolean,
): readonly Entry<ModelInput>[] {
  const single = suite.model === undefined ? [] : [suite.model];
  const entries = [
    ...single.map((value) => ({ name: '', value, path: '$.model', sound: isSound('$.model') })),
    ...list<ModelInput>(suite.models, '$.models', 'name'),
  ];
  if (entries.length > 0) {
    return entries.map((entry) =>
      entry.sound ? { ...entry, name: nameModel(entry.value) } : entry,
    );
  }
  const scenarios = list<ScenarioInput>(suite.scenarios, '$.scenarios', 'id')
    .map((entry) => entry.value)
    .filter((scenario) => isJsonObject(scenario));
  return toModels({ scenarios }).map((model) => ({
    name: model.name,
    value: { script: [] },
    path: '$.scenarios',
    sound: true,
  }));
}

function toLoopEntries(
  suite: SuiteInput,
  isSound: (path: string) => boolean,
): readonly Entry<LoopInput>[] {
  if (!isJsonObject(suite.loops)) return [];
  return Object.entries(suite.loops).map(([name, value]) => {
    const path = toJsonPath([name], '$.loops');
    return { name, value, path, sound: isSound(path) };
  });
}

function readName(value: unknown, key: string): string {
  if (typeof value === 'string') return value;
  const name = isJsonObject(value) ? value[key] : undefined;
  return typeof name === 'string' ? name : '';
}

function isAtOrBelow(place: string, path: string): boolean {
  if (!place.startsWith(path)) return false;
  return place.length === path.length || '.['.includes(place.charAt(path.length));
}
