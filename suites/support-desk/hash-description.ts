import { createHash } from 'node:crypto';

/** Names a tool with its description in the table of similarities. */
export function hashDescription(tool: {
  readonly name: string;
  readonly description: string;
}): string {
  return createHash('sha256')
    .update(`${tool.name}\n${tool.description}`)
    .digest('hex')
    .slice(0, 12);
}
