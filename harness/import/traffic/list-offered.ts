import type { ChatRequest } from '../../core/talk/chat.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';

/** A function that a request offers. */
export interface OfferedFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** The functions that a request offers; tools that the provider runs itself are none. */
export function listOffered({ tools }: ChatRequest): readonly OfferedFunction[] {
  // What was recorded is not checked yet.
  const listed: readonly unknown[] = Array.isArray(tools) ? tools : [];
  return listed.flatMap((tool) => {
    const offered = isJsonObject(tool) ? tool['function'] : null;
    if (!isJsonObject(offered) || typeof offered['name'] !== 'string') return [];
    const { name, description, parameters } = offered;
    return [
      {
        name,
        description: typeof description === 'string' ? description : '',
        parameters: isJsonObject(parameters) ? parameters : { type: 'object' },
      },
    ];
  });
}
