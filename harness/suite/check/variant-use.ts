import type { Agent } from '../../core/suite/agent.ts';
import type { AgentObject } from '../input/agent-input.ts';
import { referenceLoop, type LoopSettings } from '../../core/suite/loop-settings.ts';
import type { Entry, SuiteParts, ToolsetEntry } from '../load/suite-parts.ts';
import type { ModelInput, ModelObject, ScenarioInput, VariantInput } from '../input/suite-input.ts';
import { makeVariants, toLoopSettings } from '../load/convert/to-variants.ts';
import type { ToolInput } from '../input/tool-input.ts';

/** A variant with what it uses; `null` where the suite has none at all. */
export interface VariantUse {
  readonly name: string;
  readonly path: string;
  readonly input: VariantInput;
  readonly model: Entry<ModelInput> | null;
  readonly toolset: ToolsetEntry | null;
  readonly settings: LoopSettings;
  /** Its own, else the suite's; `null` = the reference loop. */
  readonly agent: Agent | AgentObject | null;
}

/** The sound variants of a suite, or those that are made where it declares none. */
export function toVariantUses(parts: SuiteParts): readonly VariantUse[] {
  if (parts.variants.length > 0) {
    return parts.variants
      .filter((entry) => entry.sound)
      .map((entry) => toUse(parts, entry.value, entry.path));
  }
  return makeVariants(parts.models).map((input, index) =>
    toUse(parts, input, parts.models[index]?.path ?? '$'),
  );
}

/** The variants that a scenario is run with. */
export function usesOf(
  scenario: ScenarioInput,
  uses: readonly VariantUse[],
): readonly VariantUse[] {
  return uses.filter((use) => scenario.variants?.includes(use.name) ?? true);
}

/** The tools of those variants' toolsets, by name; of several versions the first. */
export function toolsOf(uses: readonly VariantUse[]): ReadonlyMap<string, Entry<ToolInput>> {
  const tools = new Map<string, Entry<ToolInput>>();
  for (const use of uses) {
    for (const tool of use.toolset?.tools ?? []) {
      if (!tools.has(tool.name)) tools.set(tool.name, tool);
    }
  }
  return tools;
}

/** A model's settings; a name alone has none. */
export function readModel(model: Entry<ModelInput> | null): ModelObject {
  return model === null || !model.sound || typeof model.value === 'string' ? {} : model.value;
}

function toUse(parts: SuiteParts, input: VariantInput, path: string): VariantUse {
  const model = find(parts.models, input.model);
  const own = readModel(model);
  const shared = parts.isSound('$.agent') ? parts.suite.agent : null;
  const loop = find(parts.loops, input.loop ?? own.loop ?? 'reference');
  return {
    name: input.name,
    path,
    input,
    model,
    toolset: find(parts.toolsets, input.toolset ?? own.toolset),
    agent: (input.agent === undefined ? shared : input.agent) ?? null,
    settings: loop === null || !loop.sound ? referenceLoop : toLoopSettings(loop.value),
  };
}

/** The entry of that name; the first where none is named or none exists (which is reported elsewhere). */
function find<Found extends { readonly name: string }>(
  entries: readonly Found[],
  name: string | undefined,
): Found | null {
  const found = name === undefined ? entries[0] : entries.find((entry) => entry.name === name);
  return found ?? entries[0] ?? null;
}
