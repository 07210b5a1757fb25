import { createHash } from 'node:crypto';

/** Names that Windows keeps for devices, with or without an ending, and the folder of parts. */
const reserved = /^(con|prn|aux|nul|com[0-9]|lpt[0-9]|parts)(\.|$)/;
const plain = /^[a-z0-9_-][a-z0-9._-]{0,59}$/;

/**
 * A file name for any name: itself where it is `[a-z0-9._-]{1,60}` and safe on every disk, otherwise
 * what can be read of it, `~`, and 8 hex digits of its hash. Different names give different file names.
 */
export function toSafeName(name: string): string {
  const known = safeNames.get(name);
  if (known !== undefined) return known;
  const safe = makeSafeName(name);
  if (safeNames.size >= mostSafeNames) safeNames.clear();
  safeNames.set(name, safe);
  return safe;
}

/** A run asks for few names and for each of them very often. */
const safeNames = new Map<string, string>();
const mostSafeNames = 1_000;

function makeSafeName(name: string): string {
  if (plain.test(name) && !name.endsWith('.') && !reserved.test(name)) return name;
  const readable = name
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48);
  const hash = createHash('sha256').update(JSON.stringify(name)).digest('hex').slice(0, 8);
  return `${readable}~${hash}`;
}
