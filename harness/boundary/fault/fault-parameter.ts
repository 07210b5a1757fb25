import type { JsonValue } from '../../json/json.ts';

/** A parameter of a fault. Without a `default` it must be given. */
export interface FaultParameter {
  readonly name: string;
  readonly type: 'number' | 'text' | 'object' | 'any';
  readonly about: string;
  readonly default?: JsonValue;
  /** Values allowed; others are refused. */
  readonly values?: readonly JsonValue[];
  readonly min?: number;
}
