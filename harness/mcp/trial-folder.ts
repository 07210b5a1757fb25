import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { JsonObject, JsonValue } from '../json/json.ts';
import { type McpServer, shownFolder } from './mcp-server.ts';

/** The folder that a server works on in one trial. */
export interface TrialFolder {
  readonly path: string;
  /** Arguments of the model with the folder as it really is. */
  toReal(args: JsonObject): JsonObject;
  /** An answer with the folder as the model is shown it. */
  toShown(answer: JsonValue): JsonValue;
  toShownText(text: string): string;
  remove(): Promise<void>;
}

/** Makes the folder of one trial: a copy of the one that the suite names, else an empty one. Links in it are not followed. */
export async function createTrialFolder({ home, folder }: McpServer): Promise<TrialFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'toolrig-trial-')));
  if (folder !== undefined) {
    const options = { recursive: true, verbatimSymlinks: true } as const;
    await cp(resolve(home, folder), path, options);
  }
  const toShownText = (text: string): string => text.replaceAll(path, shownFolder);
  return {
    path,
    // Objects stay objects.
    toReal: (args) => mapTexts(args, (text) => toRealText(text, path)) as JsonObject,
    toShown: (answer) => mapTexts(answer, toShownText),
    toShownText,
    remove: async () => {
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** Only a path that begins at the folder is meant; the same word inside a text is text. */
function toRealText(text: string, path: string): string {
  if (text !== shownFolder && !text.startsWith(`${shownFolder}/`)) return text;
  return path + text.slice(shownFolder.length);
}

function mapTexts(value: JsonValue, map: (text: string) => string): JsonValue {
  if (typeof value === 'string') return map(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => mapTexts(item, map));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapTexts(item ?? null, map)]),
  );
}
