import type { TrialPlace } from './page-index.ts';

/** What the table of scenarios shows. Every part is in the address, so that a view can be linked. */
export interface TableState {
  /** Words that a row must contain, all of them. */
  readonly search: string;
  /** Conditions of which a row must meet every one. */
  readonly only: readonly RowCondition[];
  readonly variant: string | null;
  readonly tool: string | null;
  readonly fault: string | null;
  readonly tag: string | null;
  /** Rows where this metric lost something, or where the variants differ in it. */
  readonly metric: string | null;
  /** A cell of a confusion matrix: what was expected and what was called; an empty name is no call. */
  readonly confused: { readonly expected: string; readonly called: string } | null;
  readonly sort: SortKey;
  /** Additional columns, by name. */
  readonly columns: readonly string[];
}

/** Conditions of the check boxes, in their order on the page. */
export const rowConditions = ['failed', 'invalid', 'flipped', 'double'] as const;
/** A condition on a row. */
export type RowCondition = (typeof rowConditions)[number];

/** Orders of the table. */
export const sortKeys = ['worst', 'suite', 'scenario', 'plan', 'turns', 'time'] as const;
/** An order of the table. */
export type SortKey = (typeof sortKeys)[number];

/** The table as it is when nothing is chosen. */
export const plainTable: TableState = {
  search: '',
  only: [],
  variant: null,
  tool: null,
  fault: null,
  tag: null,
  metric: null,
  confused: null,
  sort: 'worst',
  columns: [],
};

/** A view of the page. */
export type Route =
  | { readonly view: 'table'; readonly table: TableState }
  /** One trial; `event` is the place in it to look at. */
  | { readonly view: 'trial'; readonly trial: TrialPlace; readonly event: number | null }
  /** Two trials side by side. */
  | { readonly view: 'pair'; readonly left: TrialPlace; readonly right: TrialPlace };

/** The fragment of an address for a view, with its `#`. */
export function toFragment(route: Route): string {
  switch (route.view) {
    case 'table': {
      const query = toQuery(route.table).toString();
      return query === '' ? '#/scenarios' : `#/scenarios?${query}`;
    }
    case 'trial':
      return `#/trial/${toPath(route.trial)}${route.event === null ? '' : `?event=${route.event}`}`;
    case 'pair':
      return `#/pair/${toPath(route.left)}/${toPath(route.right)}`;
  }
}

/** The view of a fragment; `null` for one of another place on the page, or of none. */
export function readFragment(fragment: string): Route | null {
  const [path = '', query = ''] = fragment.split('?', 2);
  const [hash, view, ...parts] = path.split('/');
  if (hash !== '#') return null;
  const asked = new URLSearchParams(query);
  if (view === 'scenarios') return { view: 'table', table: readTable(asked) };
  if (view === 'trial') {
    const trial = readPlace(parts);
    const event = Number.parseInt(asked.get('event') ?? '', 10);
    return trial === null ? null : { view, trial, event: Number.isNaN(event) ? null : event };
  }
  if (view !== 'pair') return null;
  const [left, right] = [readPlace(parts.slice(0, 4)), readPlace(parts.slice(4))];
  return left === null || right === null ? null : { view, left, right };
}

/** The fragment of the table with some choices made. */
export function toTableLink(choices: Partial<TableState>): string {
  return toFragment({ view: 'table', table: { ...plainTable, ...choices } });
}

function toPath({ scenario, variant, plan, repeat }: TrialPlace): string {
  return [scenario, variant, plan, String(repeat)].map(encode).join('/');
}

function readPlace(parts: readonly string[]): TrialPlace | null {
  const [scenario, variant, plan, repeat] = parts.map(decode);
  if (scenario === undefined || variant === undefined || plan === undefined) return null;
  return { scenario, variant, plan, repeat: Number.parseInt(repeat ?? '1', 10) || 1 };
}

/** Half of a surrogate pair has no bytes that an address could hold, so its number is written out. */
function encode(text: string): string {
  return encodeURIComponent(
    text.replaceAll(
      /\p{Surrogate}|%(?=u)/gu,
      (sign) => `%u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

/** What cannot be decoded names nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll(/%u([0-9a-f]{4})/gu, (_, number: string) =>
      String.fromCharCode(Number.parseInt(number, 16)),
    );
  } catch {
    return text;
  }
}

const choiceKeys = ['variant', 'tool', 'fault', 'tag', 'metric'] as const;

function toQuery(table: TableState): URLSearchParams {
  const query = new URLSearchParams();
  if (table.search !== '') query.set('q', table.search);
  for (const condition of table.only) query.append('only', condition);
  for (const key of choiceKeys) {
    const value = table[key];
    if (value !== null) query.set(key, value);
  }
  if (table.confused !== null) {
    query.set('expected', table.confused.expected);
    query.set('called', table.confused.called);
  }
  if (table.sort !== plainTable.sort) query.set('sort', table.sort);
  for (const column of table.columns) query.append('column', column);
  return query;
}

function readTable(query: URLSearchParams): TableState {
  const [expected, called] = [query.get('expected'), query.get('called')];
  const only = query.getAll('only');
  return {
    search: query.get('q') ?? '',
    only: rowConditions.filter((condition) => only.includes(condition)),
    variant: query.get('variant'),
    tool: query.get('tool'),
    fault: query.get('fault'),
    tag: query.get('tag'),
    metric: query.get('metric'),
    confused: expected === null || called === null ? null : { expected, called },
    sort: sortKeys.find((key) => key === query.get('sort')) ?? plainTable.sort,
    columns: query.getAll('column'),
  };
}
