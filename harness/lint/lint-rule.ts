import type { EffectGrade } from '../core/suite/effect-grade.ts';
import type { JsonObject } from '../json/json.ts';

/** How much a finding weighs: an `error` breaks calls, a `warning` misleads models, a `note` could be better. */
export type LintSeverity = 'error' | 'warning' | 'note';

/** A tool as a model is shown it, with what a suite knows besides. */
export interface LintedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  /** `null`: not known, as in lists of tools without a suite. */
  readonly effect: EffectGrade | null;
  /** JSON Schema of the result. */
  readonly returns: JsonObject | null;
  /** How a call is confirmed; absent: not at all, or not known. */
  readonly confirm?: 'none' | 'token' | 'human';
  /** Permissions that a call needs. */
  readonly requires?: readonly string[];
}

/** What a user asked for, and the tools that are right for it. */
export interface LintedRequest {
  readonly id: string;
  readonly text: string;
  readonly tools: readonly string[];
}

/** Tools that a model is offered together. */
export interface LintedToolset {
  /** Such as `orders@2`; the file's name where tools have no set. */
  readonly id: string;
  readonly tools: readonly LintedTool[];
  /** Requests of the suite that are for this set; empty for tool lists. */
  readonly requests: readonly LintedRequest[];
  /** What a suite says has changed since the version before; `null` where it says nothing. */
  readonly note: string | null;
  /** The version before, where the suite has one. */
  readonly previous: LintedToolset | null;
}

/** What is wrong at one place. */
export interface LintHit {
  readonly tool: string;
  /** Dotted path of a parameter, such as `filters.country`; empty for the tool itself. */
  readonly field: string;
  readonly message: string;
  /** A change of the schema at `field` that keeps every call that meets the description valid. */
  readonly fix?: (schema: JsonObject) => JsonObject;
}

/** One rule: what it looks for, why it matters, and an example before and after. */
export interface LintRule {
  /** Stable, in words with dashes. */
  readonly id: string;
  readonly severity: LintSeverity;
  /** One sentence: what the rule finds. */
  readonly about: string;
  /** One sentence: what goes wrong with models when it is left. */
  readonly why: string;
  readonly before: string;
  readonly after: string;
  find(set: LintedToolset): readonly LintHit[];
}

/** A hit with its rule and toolset. */
export interface LintFinding extends LintHit {
  readonly rule: string;
  readonly severity: LintSeverity;
  readonly toolset: string;
  /** What runs showed about the same tool and field. */
  readonly evidence: readonly string[];
}
