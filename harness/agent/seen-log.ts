import type { ChatTool } from '../core/talk/chat.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Seen } from './playbook.ts';
import type { SaidBatch } from './read-conversation.ts';

/** Collects the results of a conversation in order. */
export class SeenLog implements Seen {
  readonly #tools: readonly ChatTool[];
  readonly #results: { readonly tool: string; readonly value: JsonObject }[] = [];

  constructor(tools: readonly ChatTool[]) {
    this.#tools = tools;
  }

  add(batch: SaidBatch): void {
    for (const { tool, observation } of batch.calls) {
      if (observation.status !== 'success' || !isJsonObject(observation.value)) continue;
      this.#results.push({ tool, value: observation.value });
    }
  }

  results(tool: string): readonly JsonObject[] {
    return this.#results.filter((entry) => entry.tool === tool).map((entry) => entry.value);
  }

  result(tool: string): JsonObject | null {
    return this.results(tool).at(-1) ?? null;
  }

  field(tool: string, path: string): JsonValue {
    let here: JsonValue | undefined = this.result(tool);
    for (const step of path.split('.')) {
      if (Array.isArray(here)) here = (here as readonly JsonValue[])[Number(step)];
      else here = isJsonObject(here) ? here[step] : null;
    }
    return here ?? null;
  }

  offers(tool: string, parameter: string): boolean {
    const offered = this.#tools.find((candidate) => candidate.function.name === tool);
    const properties = offered?.function.parameters['properties'];
    return isJsonObject(properties) && Object.hasOwn(properties, parameter);
  }
}
