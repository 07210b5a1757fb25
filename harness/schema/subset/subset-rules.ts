import type { SchemaSubset } from '../../core/suite/schema-subset.ts';

/** What a subset can say. */
export interface SubsetRules {
  /** Constraints that are sent as they are. */
  readonly keeps: ReadonlySet<string>;
  /** Formats that are sent; `null`: any. */
  readonly formats: ReadonlySet<string> | null;
  /** Every object says `additionalProperties: false`, and there are no maps. */
  readonly isClosed: boolean;
  /** Every field is required; an optional one becomes nullable. */
  readonly requiresAll: boolean;
  /** `$ref` into `$defs` is taken, also of a schema inside itself. */
  readonly hasReferences: boolean;
  /** How `null` is said: as a type, or by the keyword `nullable`. */
  readonly null: 'type' | 'nullable';
  /** Values of `enum` and `const`. */
  readonly values: 'any' | 'simple' | 'text';
  /** `minItems` is 0 or 1 at most. */
  readonly fewItems: boolean;
}

const stringFormats: ReadonlySet<string> = new Set([
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'time',
  'uuid',
]);

/**
 * What providers say of their subsets. Sources: OpenAI, "Structured outputs: supported schemas"; Anthropic, "Structured
 * outputs: JSON Schema limitations"; Google, "Gemini API: Schema" (`v1beta`).
 */
export const subsetRules: Readonly<Record<SchemaSubset, SubsetRules>> = {
  'openai-strict': {
    keeps: new Set([
      'pattern',
      'multipleOf',
      'minimum',
      'maximum',
      'exclusiveMinimum',
      'exclusiveMaximum',
      'minItems',
      'maxItems',
    ]),
    formats: stringFormats,
    isClosed: true,
    requiresAll: true,
    hasReferences: true,
    null: 'type',
    values: 'any',
    fewItems: false,
  },
  'anthropic-strict': {
    keeps: new Set(['pattern', 'minItems']),
    formats: new Set([...stringFormats, 'uri']),
    isClosed: true,
    requiresAll: false,
    hasReferences: false,
    null: 'type',
    values: 'simple',
    fewItems: true,
  },
  gemini: {
    keeps: new Set([
      'pattern',
      'minLength',
      'maxLength',
      'minimum',
      'maximum',
      'minItems',
      'maxItems',
      'minProperties',
      'maxProperties',
    ]),
    formats: null,
    isClosed: false,
    requiresAll: false,
    hasReferences: false,
    null: 'nullable',
    values: 'text',
    fewItems: false,
  },
};
