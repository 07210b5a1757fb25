import type { JsonValue } from '../../json/json.ts';

/** What may be ignored when two texts are compared. `quotes`: which character is used as a quotation mark. */
export const ignorable = ['case', 'space', 'punctuation', 'quotes'] as const;

/** One of {@link ignorable}. */
export type Ignorable = (typeof ignorable)[number];

/** How an argument or a state value is compared. What people write for it is described in `harness/expectation/README.md`. */
export type Matcher =
  /** `text`: the value as JSON text, where its numbers lose something as JavaScript numbers. */
  | { readonly match: 'equal'; readonly value: JsonValue; readonly text?: string }
  | { readonly match: 'any_of'; readonly options: readonly Matcher[] }
  /** Absent is right; what is there must fit. */
  | { readonly match: 'optional'; readonly matcher: Matcher }
  /** A number as it is written: `integer` without point and exponent. `text: null` = any of that kind. */
  | {
      readonly match: 'number';
      readonly kind: 'integer' | 'float';
      readonly text: string | null;
    }
  | { readonly match: 'range'; readonly min: number | null; readonly max: number | null }
  | { readonly match: 'near'; readonly value: number; readonly tolerance: number }
  /** `characters` are left out of account as well. */
  | {
      readonly match: 'text';
      readonly value: string;
      readonly ignore: readonly Ignorable[];
      readonly characters: string;
    }
  | { readonly match: 'pattern'; readonly pattern: string; readonly flags: string }
  | { readonly match: 'date'; readonly value: string }
  | { readonly match: 'dates'; readonly min: string | null; readonly max: string | null }
  /** These items in this order, each as its own matcher wants it. */
  | { readonly match: 'list'; readonly items: readonly Matcher[] }
  /** These items in any order. */
  | { readonly match: 'set'; readonly items: readonly Matcher[] }
  /** `open`: other fields may be there as well. */
  | {
      readonly match: 'object';
      readonly fields: Readonly<Record<string, Matcher>>;
      readonly open: boolean;
    }
  | { readonly match: 'any' }
  | { readonly match: 'absent' };

/** One kind of matcher. */
export type MatcherOf<Match extends Matcher['match']> = Extract<Matcher, { match: Match }>;

/** The matchers directly inside one. */
export function innerMatchers(matcher: Matcher): readonly Matcher[] {
  switch (matcher.match) {
    case 'any_of':
      return matcher.options;
    case 'optional':
      return [matcher.matcher];
    case 'list':
    case 'set':
      return matcher.items;
    case 'object':
      return Object.values(matcher.fields);
    default:
      return [];
  }
}
