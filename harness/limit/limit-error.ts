import { RigError } from '../core/rig-error.ts';
import { limitTable, toLimitVariable, type LimitName } from './limit-table.ts';

/** Something from outside is larger than its limit. Nothing of it is used. */
export class LimitError extends RigError {
  readonly limit: LimitName;
  /** What is wrong, without what could not be done. */
  readonly detail: string;

  constructor(
    name: LimitName,
    detail: { readonly limit: number; readonly found: number; readonly action: string },
  ) {
    const { unit, of } = limitTable[name];
    const found = Number.isFinite(detail.found) ? ` and has ${detail.found}` : ' and has more';
    const text = `it may have ${detail.limit} ${unit} (limit ${name}: ${of})${found}. Raise the limit with ${toLimitVariable(name)}`;
    super('LIMIT', `Cannot ${detail.action}: ${text}`);
    this.detail = text;
    this.name = 'LimitError';
    this.limit = name;
  }
}
