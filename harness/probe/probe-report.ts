import type { EffectGrade } from '../core/suite/effect-grade.ts';
import type { ProbeKind } from './input/probe-input.ts';

/** What can be wrong with a tool under a battery of calls. */
export const probeFindings = {
  crash: 'the handler, the preview or the check threw',
  hang: 'the call never came back',
  bad_result: 'the result breaks its own schema, or is no JSON',
  unreadable_error: 'the error has no message, or shows internals',
  error_without_path: 'the error names no field, though one argument is wrong',
  flooding_answer: 'the answer is longer than 20,000 characters',
  unbounded_text: '100,000 characters are accepted without an error',
  foreign_record: 'records of someone else were shown or changed',
  identity_heeded: 'an identity in the arguments changed the answer',
  prototype_polluted: 'a field named __proto__ changed all objects',
  preview_changes: 'a preview changed the world',
  hidden_change: 'the world changed although the handler reported no effect',
  grade_too_low: 'the tool does more than its declared effect grade',
} as const;

/** One of {@link probeFindings}. */
export type ProbeCode = keyof typeof probeFindings;

/** Something wrong with one tool, and the call that shows it. */
export interface ProbeFinding {
  readonly code: ProbeCode;
  readonly toolset: string;
  readonly tool: string;
  readonly kind: ProbeKind;
  /** JSON path of the argument; `$` for the whole. */
  readonly path: string;
  readonly message: string;
  /** The arguments as sent, cut where they are long. */
  readonly argumentsText: string;
  /** A scenario whose world and session show it. */
  readonly scenario: string;
}

/** What the world said of a declared effect grade. */
export interface GradeVerdict {
  readonly declared: EffectGrade;
  /** `null`: not seen, because nothing succeeded or the work is done by a real service. */
  readonly observed: EffectGrade | null;
  /** `unconfirmed`: no call changed the world, so a write was not seen to be one. */
  readonly verdict: 'confirmed' | 'too_low' | 'too_high' | 'unconfirmed';
  /** One sentence: what the world did. */
  readonly why: string;
}

/** One tool after its battery. */
export interface ProbedTool {
  readonly tool: string;
  /** Calls of the battery; each was made twice. */
  readonly calls: number;
  readonly kinds: Readonly<Partial<Record<ProbeKind, number>>>;
  /** How the calls ended. */
  readonly answered: number;
  readonly refused: number;
  readonly grade: GradeVerdict;
  /** Why calls were judged but not delivered; `null` where they were. */
  readonly spared: string | null;
  readonly findings: readonly ProbeFinding[];
}

/** A suite after its batteries. */
export interface ProbeReport {
  readonly suite: string;
  readonly toolsets: readonly { readonly id: string; readonly tools: readonly ProbedTool[] }[];
}
