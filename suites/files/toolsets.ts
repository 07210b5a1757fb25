import { defineTool, type JsonObject, type Tool, type Toolset } from 'toolrig';
import { z } from 'zod';

import { work } from './work.ts';
import { checkPath } from './world.ts';

const path = z
  .string()
  .min(1)
  .max(200)
  .describe('Path inside the workspace, such as notes/plan.txt');
const text = z.string().min(1).max(2000).describe('The text, as the user wrote it');
const query = z.string().min(1).max(100).describe('The text to look for');

const readFile = defineTool({
  name: 'read_file',
  description:
    'Reads one file of the workspace (reads only). Use it when the user asks what is in a file. Not for the names of files (list_files). Returns its text.',
  parameters: z.strictObject({ path }),
  effect: 'read',
  authorize: checkPath,
  handler: (args, context) => work.read(args.path, context),
});

const writeFile = defineTool({
  name: 'write_file',
  description:
    'Writes one file of the workspace and replaces what was there. Use it when the user dictates a text. Not for looking something up (search_files). Returns the path.',
  parameters: z.strictObject({ path, text }),
  effect: 'idempotent',
  authorize: checkPath,
  handler: (args, context) => work.write(args, context),
});

const listFiles = defineTool({
  name: 'list_files',
  description:
    'Lists the files below a folder of the workspace (reads only). Use it when the user asks which files there are. Not for their text (read_file). Returns paths.',
  parameters: z.strictObject({ path }),
  effect: 'read',
  authorize: checkPath,
  handler: (args, context) => work.list(args.path, context),
});

const searchFiles = defineTool({
  name: 'search_files',
  description:
    'Finds the files below a folder that hold a text (reads only). Use it when the user asks where something is written. Not for a known file (read_file). Returns paths.',
  parameters: z.strictObject({ path, query }),
  effect: 'read',
  authorize: checkPath,
  handler: (args, context) => work.search(args, context),
});

/** What each action takes, beside the path. */
const takes = { read: [], write: ['text'], list: [], search: ['query'] } as const;

type Action = keyof typeof takes;

/** Which arguments belong to which action can only be said by conditions. */
const conditions: readonly JsonObject[] = Object.entries(takes).map(([action, fields]) => {
  const isOwn = (name: string): boolean => fields.some((own) => own === name);
  return {
    if: { properties: { action: { not: { const: action } } } },
    else: {
      required: [...fields],
      properties: { text: isOwn('text'), query: isOwn('query') },
    },
  };
});

interface WideArguments {
  readonly action: Action;
  readonly path: string;
  readonly text: string;
  readonly query: string;
}

/** The same work behind one name: what can be combined with what is no longer said by the tool. */
const fileTool: Tool = {
  name: 'file_tool',
  description:
    'Reads, writes, lists or searches files of the workspace. Use it for anything about files. "text" is for write only and "query" for search only. Returns text or paths.',
  parameters: {
    type: 'object',
    properties: {
      action: { type: 'string', enum: Object.keys(takes), description: 'What to do' },
      path: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'Path inside the workspace',
      },
      text: { type: 'string', minLength: 1, maxLength: 2000, description: 'The text' },
      query: { type: 'string', minLength: 1, maxLength: 100, description: 'The text to look for' },
    },
    required: ['action', 'path'],
    additionalProperties: false,
    allOf: conditions,
  },
  effect: 'idempotent',
  authorize: ({ path: place }, context) =>
    checkPath(typeof place === 'string' ? { path: place } : {}, context),
  handler: (args, context) => {
    // A loop that checks nothing may bring anything; then a text that is missing is the word "undefined".
    const { action, path: place, text: written, query: sought } = args as unknown as WideArguments;
    switch (action) {
      case 'read':
        context.noEffect();
        return work.read(place, context);
      case 'write':
        return work.write({ path: place, text: String(written) }, context);
      case 'list':
        context.noEffect();
        return work.list(place, context);
      default:
        context.noEffect();
        return work.search({ path: place, query: String(sought) }, context);
    }
  },
};

/** Four narrow tools, and one wide one for the same work. */
export const toolsets: readonly Toolset[] = [
  { id: 'narrow', tools: [readFile, writeFile, listFiles, searchFiles] },
  { id: 'wide', tools: [fileTool], note: 'One tool with an action in place of four' },
];
