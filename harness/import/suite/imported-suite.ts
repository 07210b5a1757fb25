import type { JsonObject } from '../../json/json.ts';

/** Something of the source that the suite does not hold, or holds in another way. */
export interface SuiteNote {
  /** `left`: it is not carried over. `changed`: it is, and does not mean quite the same. */
  readonly kind: 'left' | 'changed';
  /** File and path: `promptfooconfig.yaml $.tests[1].assert[0] (javascript)`. */
  readonly place: string;
  readonly text: string;
}

/** A case of another tool as a scenario. */
export interface ImportedScenario {
  readonly id: string;
  /** Where it is in its source. */
  readonly place: string;
  readonly about: string | null;
  /** Of the same test of the source, with other values or another prompt; `null` where it is the only one. */
  readonly cluster: string | null;
  /** Names of the variants it is for; absent: all. */
  readonly variants?: readonly string[];
  readonly history: readonly JsonObject[];
  readonly user: string;
  readonly expected: JsonObject;
}

/** A suite made from files of another tool, in the format of suite files. */
export interface ImportedSuite {
  readonly name: string;
  readonly about: string | null;
  /** What it was made from, for its first line. */
  readonly source: string;
  readonly toolsets: readonly { readonly id: string; readonly tools: readonly JsonObject[] }[];
  readonly models: readonly JsonObject[];
  readonly variants: readonly JsonObject[];
  readonly scenarios: readonly ImportedScenario[];
  readonly notes: readonly SuiteNote[];
}

/** The files that a suite is made from: the one that was named, and those that it names. */
export interface SuiteFiles {
  /** Of the file that was named, as the user gave it. */
  readonly name: string;
  readonly text: string;
  /** The text of a file beside it; `null` where there is none. */
  readonly read: (path: string) => string | null;
  /** Names in a folder beside it, sorted; empty where there is none. */
  readonly list: (path: string) => readonly string[];
}

/** Collects notes, each once. */
export class NoteBook {
  readonly notes: SuiteNote[] = [];

  left(place: string, text: string): void {
    this.#add({ kind: 'left', place, text });
  }

  changed(place: string, text: string): void {
    this.#add({ kind: 'changed', place, text });
  }

  #add(note: SuiteNote): void {
    const isKnown = this.notes.some(
      ({ kind, place, text }) => kind === note.kind && place === note.place && text === note.text,
    );
    if (!isKnown) this.notes.push(note);
  }
}
