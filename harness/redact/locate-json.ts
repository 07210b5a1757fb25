/** A string, the name of a field or a number inside a JSON text. */
export interface JsonPlace {
  readonly kind: 'string' | 'name' | 'number';
  /** Offsets of the literal, quotes included. */
  readonly start: number;
  readonly end: number;
  /** The string or name itself; a number as it is written. */
  readonly text: string;
  /** The field that holds the value, past lists; `null` outside of objects, and for names. */
  readonly field: string | null;
  /** Strings at equal places of several texts have equal numbers; items of lists that have an `index` are placed by it. */
  readonly group: number;
}

/** Gives a number to each distinct place, over as many texts as share it. */
export type PlaceNumbers = Map<string, number>;

/** All strings, names and numbers of a JSON text, in order; `null` when it is not JSON. */
export function locateJson(
  json: string,
  numbers: PlaceNumbers = new Map(),
): readonly JsonPlace[] | null {
  try {
    JSON.parse(json);
  } catch {
    return null;
  }
  return new JsonScanner(json).scan(numbers);
}

/** An object or a list that is open. */
interface Container {
  readonly isList: boolean;
  /** The field that the container is in; lists hand theirs on to their items. */
  readonly field: string | null;
  readonly step: Step;
  /** Of an object: the field at hand. Of a list: items so far. */
  name: string | null;
  count: number;
}

/** One step on the way to a place. The label of a list's item may still change while its fields are read. */
interface Step {
  readonly parent: Step | null;
  label: string;
  number: number;
}

interface FoundPlace extends Omit<JsonPlace, 'group'> {
  readonly step: Step;
}

const token = /[\s,:]*(?:"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null|[{}[\]])/y;
const separators = /^[\s,:]*/;

/** Reads JSON that is known to be valid, token by token: depth costs no stack. */
class JsonScanner {
  readonly #json: string;
  readonly #open: Container[] = [];
  readonly #steps: Step[] = [];
  readonly #found: FoundPlace[] = [];

  constructor(json: string) {
    this.#json = json;
  }

  scan(numbers: PlaceNumbers): readonly JsonPlace[] {
    token.lastIndex = 0;
    for (let at = 0; ; at = token.lastIndex) {
      token.lastIndex = at;
      const match = token.exec(this.#json)?.[0];
      if (match === undefined) break;
      const text = match.slice(separators.exec(match)?.[0].length ?? 0);
      this.#take(text, token.lastIndex - text.length);
    }
    for (const step of this.#steps) step.number = toNumber(step, numbers);
    return this.#found.map(({ step, ...place }) => ({ ...place, group: step.number }));
  }

  #take(text: string, start: number): void {
    const holder = this.#open.at(-1);
    if (text === '}' || text === ']') {
      this.#open.pop();
      return;
    }
    if (text.startsWith('"') && holder !== undefined && !holder.isList && holder.name === null) {
      // A literal of valid JSON.
      const name = JSON.parse(text) as string;
      holder.name = name;
      const step = this.#step(holder.step, 'name');
      this.#found.push({
        kind: 'name',
        start,
        end: start + text.length,
        text: name,
        field: null,
        step,
      });
      return;
    }
    this.#takeValue(text, start, holder);
  }

  #takeValue(text: string, start: number, holder: Container | undefined): void {
    const { field, label } = placeIn(holder);
    const step = this.#step(holder?.step ?? null, label);
    if (holder !== undefined) countValue(holder, text);
    const place = { start, end: start + text.length, field, step };
    const [sign = ''] = text;
    if (sign === '{' || sign === '[') {
      this.#open.push({ isList: sign === '[', field, step, name: null, count: 0 });
    } else if (sign === '"') {
      // A literal of valid JSON.
      this.#found.push({ ...place, kind: 'string', text: JSON.parse(text) as string });
    } else if (/[-0-9]/.test(sign)) {
      this.#found.push({ ...place, kind: 'number', text });
    }
  }

  #step(parent: Step | null, label: string): Step {
    const step = { parent, label, number: 0 };
    this.#steps.push(step);
    return step;
  }
}

function placeIn(holder: Container | undefined): {
  readonly field: string | null;
  readonly label: string;
} {
  if (holder === undefined) return { field: null, label: '.' };
  if (holder.isList) return { field: holder.field, label: String(holder.count) };
  return { field: holder.name, label: `.${holder.name ?? ''}` };
}

function countValue(holder: Container, text: string): void {
  // An item of a list that says which one it is, as calls in the events of a stream do.
  if (holder.name === 'index' && /^[0-9]/.test(text)) holder.step.label = text;
  holder.name = null;
  holder.count += 1;
}

/** Parents come before what they hold, so their numbers are known. */
function toNumber({ parent, label }: Step, numbers: PlaceNumbers): number {
  const key = `${parent?.number ?? ''} ${label}`;
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size + 1);
  return numbers.size;
}
