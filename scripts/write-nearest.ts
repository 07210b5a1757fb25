import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { createDistractors, distractorKinds } from '../harness/distract/create-distractors.ts';
import { createToolset } from '../suites/support-desk/create-toolset.ts';
import { toTextKey } from '../suites/support-desk/nearest/to-text-key.ts';
import { requests } from '../suites/support-desk/requests.ts';
import { descriptions1 } from '../suites/support-desk/tools-1.ts';
import { descriptions2 } from '../suites/support-desk/tools-2.ts';
import { twoThings } from '../suites/support-desk/two-things.ts';
import { createEncoderPolicy } from './encoder-server/create-encoder-policy.ts';
import { loadEncoder } from './encoder-server/encoder.ts';
import type { ToolText } from './encoder-server/policy.ts';

/** Writes the similarities of the encoder for every request and tool text of the support desk, distractors included. */
async function writeSimilarities(): Promise<string> {
  const policy = createEncoderPolicy(await loadEncoder());
  const sets = [descriptions1, descriptions2].map(
    (texts) => createToolset('desk', texts, '').tools,
  );
  const tools = new Map<string, ToolText>();
  for (const set of sets) {
    const distractors = distractorKinds.flatMap((kind) => createDistractors(kind, set));
    for (const tool of [...set, ...distractors]) tools.set(toTextKey(tool), tool);
  }
  const texts = [...requests.map(({ text }) => text), twoThings.text];
  const rows = await Promise.all(
    texts.map(async (text) => await policy.similarities(text, [...tools.values()])),
  );
  const lines = [...tools.keys()].map((key, index) => {
    const figures = rows.map((row) => Math.round((row[index] ?? 0) * 1000));
    return `${key}: ${figures.join(' ')}`;
  });
  return [
    '/** Requests in the order of the figures below. */',
    'export const texts: readonly string[] = [',
    ...texts.map((text) => `  ${JSON.stringify(text)},`),
    '];',
    '',
    '/** Similarities of the encoder in thousandths: a line for each text of a tool, a figure for each request. Written by `scripts/write-nearest.ts`. */',
    'export const similarities = `',
    ...lines,
    '`;',
    '',
  ].join('\n');
}

const file = fileURLToPath(
  new URL('../suites/support-desk/nearest/similarities.ts', import.meta.url),
);
await writeFile(file, await writeSimilarities());
console.log(`Written: ${file}`);
