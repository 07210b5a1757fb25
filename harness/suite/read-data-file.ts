import { LineCounter, isNode, parseDocument, type Document } from 'yaml';
import type { Result } from '../core/result.ts';

/** A place in a text, both counted from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A data file that could be read. */
export interface DataFile {
  readonly value: unknown;
  /** Where a part of the value stands; the nearest part around it when it does not stand there. */
  locate(segments: readonly (string | number)[]): TextPlace | null;
}

/** Why a text is no YAML or JSON. */
export interface DataProblem extends TextPlace {
  readonly code: 'bad_yaml' | 'imprecise_number';
  readonly message: string;
}

/** Reads YAML 1.2 or JSON (which is YAML too) and remembers where each part stands. */
export function readDataFile(text: string): Result<DataFile, readonly DataProblem[]> {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    version: '1.2',
    schema: 'core',
    uniqueKeys: true,
    stringKeys: true,
    prettyErrors: false,
  });
  const toPlace = (offset: number): TextPlace => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const problems = document.errors.map((error): DataProblem => ({
    code: 'bad_yaml',
    message: `cannot be read as YAML or JSON: ${toClause(error.message)}`,
    ...toPlace(error.pos[0]),
  }));
  if (problems.length > 0) return { ok: false, error: problems };
  return {
    ok: true,
    value: {
      value: document.toJS({ maxAliasCount: 1000 }) as unknown,
      locate: (segments) => locate(document, segments, toPlace),
    },
  };
}

function locate(
  document: Document,
  segments: readonly (string | number)[],
  toPlace: (offset: number) => TextPlace,
): TextPlace | null {
  for (let length = segments.length; length >= 0; length -= 1) {
    const node: unknown = document.getIn(segments.slice(0, length), true);
    if (isNode(node) && node.range) return toPlace(node.range[0]);
  }
  return null;
}

/** The reader's words as the end of a sentence. */
function toClause(message: string): string {
  const first = message.split('\n')[0] ?? '';
  return first.replace(/[.:]$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}
