import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';

/** Records of a world that belong to someone other than who asks. */
export interface ForeignRecords {
  /** Names of identity fields, each with a value that is not that of who asks. */
  readonly identities: Readonly<Record<string, JsonValue>>;
  /** Keys and ids of foreign records, in the order of the world. */
  readonly ids: readonly string[];
  /** Texts that are in foreign records only: they show where one of these gets out. */
  readonly marks: readonly string[];
  /** The foreign records of a world as one text, to see whether one changed. */
  digest(world: unknown): string;
}

/** Names that say who asks, whether or not a suite declares them. */
const usualNames =
  /^(?:user|tenant|customer|account|org|organi[sz]ation|owner|member|client|patient|employee)_?id$/iu;
/** Shorter texts are in too many places to say where they came from. */
const leastMark = 5;
const maxDepth = 8;

/** The names that state an identity in a session: those of the suite, and those that are named like one. */
export function listIdentityNames(
  session: JsonObject,
  declared: readonly string[],
): readonly string[] {
  const usual = Object.keys(session).filter((name) => usualNames.test(name));
  return [...new Set([...declared, ...usual])];
}

/**
 * Finds the records of others: objects with an identity field of another value than the session's, and those under a key
 * that is such a value.
 */
export function findForeign(
  world: JsonObject,
  session: JsonObject,
  names: readonly string[],
): ForeignRecords {
  const strangers = new Set<string>();
  const identities: Record<string, JsonValue> = {};
  visit(world, (_, value) => {
    for (const name of names) {
      const own = session[name];
      const other = isJsonObject(value) ? value[name] : undefined;
      if (own === undefined || !isScalar(other) || other === own) continue;
      strangers.add(String(other));
      identities[name] ??= other;
    }
  });
  const isForeign: IsForeign = (key, value) =>
    strangers.has(key) ||
    (isJsonObject(value) &&
      names.some((name) => {
        const other = value[name];
        return session[name] !== undefined && isScalar(other) && other !== session[name];
      }));
  const { ids, inside, outside } = collectTexts(world, isForeign);
  for (const name of names) {
    const own = session[name];
    if (own !== undefined) identities[name] ??= typeof own === 'number' ? own + 1 : 'someone-else';
  }
  return {
    identities,
    ids: ids.filter((id) => !outside.has(id)),
    marks: [...inside].filter((text) => text.length >= leastMark && !outside.has(text)),
    digest: (now) => {
      const parts: string[] = [];
      visit(now, (path, value, key) => {
        if (!isForeign(key, value)) return;
        parts.push(`${path}=${JSON.stringify(value) ?? ''}`);
      });
      return parts.join('\n');
    },
  };
}

interface Texts {
  readonly ids: string[];
  readonly inside: Set<string>;
  readonly outside: Set<string>;
}

type IsForeign = (key: string, value: unknown) => boolean;

/** Texts inside and outside of foreign records. */
function collectTexts(world: JsonObject, isForeign: IsForeign): Texts {
  const texts: Texts = { ids: [], inside: new Set(), outside: new Set() };
  const walk = (value: unknown, key: string, at: { inside: boolean; depth: number }): void => {
    const inside = at.inside || isForeign(key, value);
    if (inside && !at.inside) addRecord(key, value, texts);
    if (typeof value === 'string') (inside ? texts.inside : texts.outside).add(value);
    if (typeof value !== 'object' || value === null || at.depth >= maxDepth) return;
    for (const [name, item] of Object.entries(value)) {
      walk(item, name, { inside, depth: at.depth + 1 });
    }
  };
  walk(world, '', { inside: false, depth: 0 });
  return texts;
}

/** The key and the ids of a foreign record; the place in a list is no key. */
function addRecord(key: string, value: unknown, { ids, inside }: Texts): void {
  const own = isJsonObject(value) ? Object.entries(value) : [];
  const named = own.flatMap(([name, id]) =>
    /^(?:id|.*_id|.*Id)$/u.test(name) && typeof id === 'string' ? [id] : [],
  );
  const keys = key === '' || /^[0-9]+$/u.test(key) ? [] : [key];
  for (const id of keys) inside.add(id);
  for (const id of [...keys, ...named]) if (!ids.includes(id)) ids.push(id);
}

function visit(world: unknown, see: (path: string, value: unknown, key: string) => void): void {
  const walk = (value: unknown, path: string, key: string): void => {
    see(path, value, key);
    if (typeof value !== 'object' || value === null || path.split('/').length > maxDepth) return;
    for (const [name, item] of Object.entries(value)) walk(item, `${path}/${name}`, name);
  };
  walk(world, '', '');
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
