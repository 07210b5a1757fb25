import { isJsonObject, type JsonValue } from '../../json/json.ts';

/** A call as it is to be written into a request. */
export interface CallToWrite {
  readonly id: string | null;
  readonly name: string;
  readonly argumentsText: string | null;
}

/** The `tool_calls` of a neutral assistant message; none where it has none. */
export function toWrittenCalls(calls: JsonValue | undefined): readonly CallToWrite[] {
  if (!Array.isArray(calls)) return [];
  return calls.filter(isJsonObject).map((call) => {
    const { name, arguments: text } = isJsonObject(call['function']) ? call['function'] : {};
    return {
      id: typeof call['id'] === 'string' ? call['id'] : null,
      name: typeof name === 'string' ? name : '',
      argumentsText: typeof text === 'string' ? text : null,
    };
  });
}
