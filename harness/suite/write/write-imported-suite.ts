import { stringify } from 'yaml';

import type { JsonObject } from '../../json/json.ts';

/** A suite in the format of suite files, made from another tool's. */
export interface WrittenSuite {
  readonly name: string;
  readonly about: string | null;
  readonly source: string;
  readonly toolsets: readonly { readonly id: string; readonly tools: readonly JsonObject[] }[];
  readonly models: readonly JsonObject[];
  readonly variants: readonly JsonObject[];
  readonly scenarios: readonly JsonObject[];
  /** What is not carried over, or not quite the same: one line each. */
  readonly notes: readonly string[];
}

/** Writes a suite made from another tool's, with what was not carried over at its top. */
export function writeImportedSuite(suite: WrittenSuite): string {
  const { name, about, toolsets, models, variants, scenarios } = suite;
  const [first] = toolsets;
  const tools = toolsets.length === 1 ? { tools: first?.tools ?? [] } : { toolsets };
  const own = toolsets.length === 1 ? variants.map(withoutToolset) : variants;
  const hasTools = toolsets.some((one) => one.tools.length > 0);
  return [
    toHead(suite),
    write({ version: 1, name, ...(about === null ? {} : { about }) }),
    ...(hasTools ? [toolNote] : []),
    write(tools),
    write({ models, ...(own.length === 0 ? {} : { variants: own }) }),
    write({ scenarios }),
  ].join('\n');
}

const toolNote = `# What a tool does to the world is not in the source: where nothing says it, "irreversible", the gravest, was taken. Correct it
# (read, idempotent, irreversible), and give each tool the results that it is to answer.
`;

function toHead({ source, notes }: WrittenSuite): string {
  const lines = [
    '# yaml-language-server: $schema=node_modules/toolrig/dist/harness/suite/suite.schema.json',
    `# Made by \`toolrig init\` from ${toLine(source)}.`,
    ...(notes.length === 0 ? ['# Everything is carried over.'] : []),
    ...notes.map((note) => `# - ${toLine(note)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** A comment ends with its line. */
function toLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  return text.replace(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/gu, ' ');
}

/** With one toolset, which is \`main\`, it is not named. */
function withoutToolset(variant: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(variant).filter(([name]) => name !== 'toolset'));
}

function write(value: JsonObject): string {
  return stringify(value, { lineWidth: 120, aliasDuplicateObjects: false });
}
