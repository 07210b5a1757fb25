import { RigError } from '../core/rig-error.ts';

/** A file made elsewhere does not have the stated format. The error names the place. */
export class ImportError extends RigError {
  /** Name of the file, and the JSON path in it. */
  readonly place: string;

  constructor(place: string, detail: string, options?: ErrorOptions) {
    super('IMPORT_UNREADABLE', `Cannot import "${place}": ${detail}`, options);
    this.name = 'ImportError';
    this.place = place;
  }
}
