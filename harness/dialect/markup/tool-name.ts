/** A tool's own name without what templates put around it: `functions.look:0` is `look`. */
export function toToolName(said: string): string {
  return said
    .replace(/^(?:(?:functions|function|tools|tool|default_api|namespace)[./]|call:)/u, '')
    .replace(/:\d{1,4}$/u, '');
}

/** Whether a name is a tool's; any name may be where no tools are known. */
export function mayBeTool(name: string, tools: ReadonlySet<string>): boolean {
  return tools.size === 0 || tools.has(name) || tools.has(toToolName(name));
}
