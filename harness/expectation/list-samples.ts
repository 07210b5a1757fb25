import type { JsonObject, JsonValue } from '../json/json.ts';
import type { Matcher, MatcherOf } from '../core/suite/matcher.ts';

/** More combinations of values are not tried. */
const most = 200;

/** `exact`: only values that must be possible. `any`: also one of those in a range, and one way to write a text or a date. */
type Wanted = 'exact' | 'any';

/**
 * Values that a matcher names; `null` when it names none, `[]` for "not there". Of an expectation with several parts: all first
 * values, then one part changed at a time.
 */
export function listSamples(matcher: Matcher, wanted: Wanted): readonly JsonValue[] | null {
  switch (matcher.match) {
    case 'equal':
    case 'near':
      return [matcher.value];
    case 'text':
    case 'date':
      return wanted === 'any' ? [matcher.value] : null;
    case 'range':
    case 'dates':
      return wanted === 'any' ? listEnds(matcher) : null;
    case 'optional':
      return listSamples(matcher.matcher, wanted);
    case 'absent':
      return [];
    default:
      return listOfParts(matcher, wanted);
  }
}

function listOfParts(matcher: Matcher, wanted: Wanted): readonly JsonValue[] | null {
  switch (matcher.match) {
    case 'number':
      return matcher.text === null ? null : [Number(matcher.text)];
    case 'any_of':
      return listOptions(matcher.options, wanted);
    case 'list':
    case 'set':
      return combine(matcher.items.map((item) => listSamples(item, wanted)));
    case 'object':
      return matcher.open ? null : listObjects(matcher.fields, wanted);
    default:
      return null;
  }
}

function listEnds({ min, max }: MatcherOf<'range' | 'dates'>): readonly JsonValue[] | null {
  const end = min ?? max;
  return end === null ? null : [end];
}

function listOptions(options: readonly Matcher[], wanted: Wanted): readonly JsonValue[] | null {
  const samples = options.map((option) => listSamples(option, wanted));
  return samples.some((one) => one === null) ? null : samples.flatMap((one) => one ?? []);
}

/** `null` as soon as one part is left open: a rule over the whole cannot be judged then. */
function combine(parts: readonly (readonly JsonValue[] | null)[]): readonly JsonValue[][] | null {
  const known = parts.map((part) => part ?? []);
  if (known.some((part) => part.length === 0)) return null;
  const first = known.map((part) => part[0] ?? null);
  const others = known.flatMap((part, index) =>
    part.slice(1).map((value) => first.with(index, value)),
  );
  return [first, ...others].slice(0, most);
}

function listObjects(
  fields: Readonly<Record<string, Matcher>>,
  wanted: Wanted,
): readonly JsonObject[] | null {
  const present = Object.entries(fields).flatMap(([name, matcher]) => {
    const samples = listSamples(matcher, wanted);
    return samples?.length === 0 ? [] : [{ name, samples }];
  });
  const rows = combine(present.map(({ samples }) => samples));
  if (rows === null) return null;
  return rows.map((row) =>
    Object.fromEntries(present.map(({ name }, index) => [name, row[index] ?? null])),
  );
}
