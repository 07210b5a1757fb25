import { readLosslessJson } from '../../json/lossless-json.ts';
import type { JsonValue } from '../../json/json.ts';
import { toCanonicalJson } from '../../json/canonical-json.ts';
import {
  DocumentReader,
  type DocumentNode,
  type DocumentProblem,
  type DocumentWarning,
} from '../document/document-reader.ts';
import {
  readDocumentText,
  toLines,
  type DocumentCase,
  type DocumentDefaults,
} from '../document/read-score-document.ts';
import type { ImportFile } from '../imported-run.ts';

/** A case with where it came from. */
export interface Transcript {
  /** The input that it belongs to: what is compared. */
  readonly variant: string;
  /** File and line, as a user would name them. */
  readonly place: string;
  /** Its own id, else its place below the input: the same in two inputs that are laid out alike. */
  readonly name: string;
  readonly read: DocumentCase;
}

/** A document that was not scored, and why. */
export interface UnreadDocument {
  readonly place: string;
  readonly problems: readonly DocumentProblem[];
}

/** The documents of all inputs, each read for itself. */
export interface ReadTranscripts {
  readonly transcripts: readonly Transcript[];
  readonly unread: readonly UnreadDocument[];
  readonly warnings: readonly (DocumentWarning & { readonly place: string })[];
}

/** A file or folder that the user named, with its files. */
export interface TranscriptInput {
  readonly variant: string;
  readonly files: readonly (ImportFile & {
    /** Path below the input without its ending; empty where the input is the file itself. */
    readonly below: string;
  })[];
}

/** Reads documents; one that cannot be read keeps no other from being scored. */
export function readTranscripts(
  inputs: readonly TranscriptInput[],
  defaults: DocumentDefaults,
): ReadTranscripts {
  const transcripts: Transcript[] = [];
  const unread: UnreadDocument[] = [];
  const warnings = new Map<string, DocumentWarning & { readonly place: string }>();
  for (const { variant, files } of inputs) {
    const found: Transcript[] = [];
    for (const part of files.flatMap(splitFile)) {
      const reader = new DocumentReader();
      const cases = readDocumentText(part.text, reader, { path: '$', defaults });
      const { place } = part;
      if (reader.problems.length > 0) unread.push({ place, problems: reader.problems });
      else
        found.push(
          ...cases.map((read, index) =>
            toTranscript(read, { part, index, variant, of: cases.length }),
          ),
        );
      for (const warning of reader.warnings) {
        const key = `${warning.path} ${warning.text}`;
        if (!warnings.has(key)) warnings.set(key, { ...warning, place });
      }
    }
    transcripts.push(...nameApart(found));
  }
  return { transcripts, unread, warnings: [...warnings.values()] };
}

/** A value that documents share; `null` when it is not JSON. */
export function readSharedNode({ name, text }: ImportFile): DocumentNode | null {
  const reading = readLosslessJson(text.replace(/^\uFEFF/u, ''));
  if (!reading.ok) return null;
  // It has just been read as JSON, which holds JSON values only.
  const value = JSON.parse(text.replace(/^\uFEFF/u, '')) as JsonValue;
  return { path: `${name} $`, value, exact: reading.value.value };
}

interface Part {
  readonly text: string;
  readonly place: string;
  readonly name: string;
}

function splitFile(file: TranscriptInput['files'][number]): readonly Part[] {
  const text = file.text.replace(/^\uFEFF/u, '');
  const lines = toLines(text, /\.(?:jsonl|ndjson)$/u.test(file.name));
  const { below, name } = file;
  if (lines === null) return [{ text, place: name, name: below === '' ? 'document' : below }];
  return lines.map((line) => ({
    text: line.text,
    place: `${name} line ${line.number}`,
    name: `${below}${below === '' ? '' : '.'}line-${line.number}`,
  }));
}

function toTranscript(
  read: DocumentCase,
  from: {
    readonly part: Part;
    readonly index: number;
    readonly variant: string;
    readonly of: number;
  },
): Transcript {
  const { part, index, variant, of } = from;
  const name = read.id ?? (of === 1 ? part.name : `${part.name}.case-${index + 1}`);
  return { variant, place: part.place, name, read };
}

/** One id with one expectation is an attempt made again; with several, the ids of different files clash. */
function nameApart(found: readonly Transcript[]): readonly Transcript[] {
  const wanted = new Map<string, string>();
  const clashing = new Set<string>();
  for (const { name, read } of found) {
    const said = toWanted(read);
    if ((wanted.get(name) ?? said) !== said) clashing.add(name);
    wanted.set(name, said);
  }
  return found.map((one) =>
    clashing.has(one.name)
      ? { ...one, name: `${one.place.replaceAll(/\s+/gu, '-')}.${one.name}` }
      : one,
  );
}

function toWanted({ input, wanted }: DocumentCase): string {
  return toCanonicalJson({ expected: input.expected, wanted });
}
