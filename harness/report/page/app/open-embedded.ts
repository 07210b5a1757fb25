import type { TrialResult } from '../../open/trial-result.ts';
import type { PageIndex } from '../page-index.ts';
import type { PageSource } from './page-source.ts';

/** The data inside the file: packed blocks that are read when they are needed. */
export function openEmbedded(document: Document): PageSource {
  const chunks = new Map<number, Promise<ReadonlyMap<number, TrialResult>>>();
  const open = (chunk: number): Promise<ReadonlyMap<number, TrialResult>> => {
    const known = chunks.get(chunk);
    if (known !== undefined) return known;
    // Written by the same version of toolrig into the same file, so the shape is known.
    const read = unpack(document, `chunk-${chunk}`).then(
      (value) => new Map(value as readonly (readonly [number, TrialResult])[]),
    );
    chunks.set(chunk, read);
    return read;
  };
  return {
    // As above.
    index: async () => (await unpack(document, 'page-index')) as PageIndex,
    trial: async ({ chunk }, place) => {
      if (chunk === null) return null;
      return (await open(chunk)).get(place) ?? null;
    },
  };
}

async function unpack(document: Document, id: string): Promise<unknown> {
  const text = document.getElementById(id)?.textContent ?? '';
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(stream).json()) as unknown;
}
