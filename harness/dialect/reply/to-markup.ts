/** A call as it is to be written. */
export interface WrittenCall {
  readonly name: string;
  readonly arguments: string;
}

/** Calls as text, in the form that models slip into most often. */
export function toMarkup(calls: readonly WrittenCall[]): string {
  return calls
    .map((call) => {
      const args = call.arguments === '' ? '{}' : call.arguments;
      return `<tool_call>{"name":${JSON.stringify(call.name)},"arguments":${args}}</tool_call>`;
    })
    .join('\n');
}
