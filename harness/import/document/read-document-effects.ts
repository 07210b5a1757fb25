import type { ScoredTool } from '../../core/score/scorer.ts';
import type { DocumentEffect } from './document-events.ts';
import type { DocumentNode, DocumentReader } from './document-reader.ts';

/** Reads the effects that really happened: `[tool, key]` or `{ tool, key, count, confirmed }`. Without a key it is that of the call. */
export function readDocumentEffects(
  node: DocumentNode,
  tools: readonly ScoredTool[],
  reader: DocumentReader,
): readonly DocumentEffect[] {
  const names = new Set(tools.map((tool) => tool.name));
  return reader.items(node).flatMap((item) => {
    const { tool, key, count, confirmed } = readParts(item, reader);
    if (tool === undefined) {
      reader.refuse(item, 'an effect with its tool');
      return [];
    }
    const name = reader.text(tool);
    if (!names.has(name)) reader.refuse(tool, `one of the tools ${[...names].join(', ')}`);
    const effect = {
      tool: name,
      key: key === undefined ? null : reader.text(key),
      confirmed: confirmed?.value !== false,
    };
    const times = count === undefined ? 1 : reader.count(count);
    return Array.from({ length: Math.min(times, 10_000) }, () => effect);
  });
}

interface EffectParts {
  readonly tool?: DocumentNode | undefined;
  readonly key?: DocumentNode | undefined;
  readonly count?: DocumentNode | undefined;
  readonly confirmed?: DocumentNode | undefined;
}

function readParts(node: DocumentNode, reader: DocumentReader): EffectParts {
  if (Array.isArray(node.value)) {
    const [tool, key] = reader.items(node);
    return { tool, key };
  }
  const fields = reader.fields(node, ['tool', 'key', 'count', 'confirmed']);
  return {
    tool: fields?.get('tool'),
    key: fields?.get('key'),
    count: fields?.get('count'),
    confirmed: fields?.get('confirmed'),
  };
}
