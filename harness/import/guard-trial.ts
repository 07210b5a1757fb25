import type { Lane } from '../core/suite/lane.ts';
import { ImportError } from './import-error.ts';
import type { ImportedTrial } from './imported-run.ts';

/** Reads one trial. A trial that does not fit the format is invalid, with the place; the others are still read. */
export function guardTrial(
  { lane, cluster }: { readonly lane: Lane; readonly cluster: string },
  read: () => ImportedTrial,
): ImportedTrial {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const cause = error.message;
    return {
      record: {
        lane,
        cluster,
        outcome: { status: 'invalid', code: 'source_unreadable', cause, detail: [] },
        tier: null,
        faults: [],
        events: [],
      },
      tools: [],
      knownText: '',
      given: {},
      source: '',
      strays: 0,
    };
  }
}

/**
 * Reads the parts of a source separately: unreadable parts are set aside, and the others are still read.
 *
 * @throws ImportError when none can be read.
 */
export function readParts<Part, Read>(
  parts: readonly Part[],
  read: (part: Part) => Read,
): { readonly read: readonly Read[]; readonly unreadable: readonly string[] } {
  const errors: ImportError[] = [];
  const values = parts.flatMap((part) => {
    try {
      return [read(part)];
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      errors.push(error);
      return [];
    }
  });
  const [first] = errors;
  if (first !== undefined && values.length === 0) throw first;
  return { read: values, unreadable: errors.map(({ message }) => message) };
}
