/**
 * Subsets of JSON Schema that providers take for the arguments of a tool: OpenAI's and Anthropic's strict mode, and the
 * `Schema` of Gemini.
 */
export const schemaSubsets = ['openai-strict', 'anthropic-strict', 'gemini'] as const;

/** One of {@link schemaSubsets}. */
export type SchemaSubset = (typeof schemaSubsets)[number];

/** A constraint of a schema that its subset cannot say. Arguments are still validated against it. */
export interface SchemaLoss {
  /** Such as `$.properties.count`. */
  readonly path: string;
  readonly keyword: string;
  /** What became of it, as a clause. */
  readonly text: string;
}
