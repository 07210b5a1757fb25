import { ImportError } from '../import-error.ts';
import { readParts } from '../guard-trial.ts';
import type { ImportFile } from '../imported-run.ts';
import { readSource, type SourceNode } from '../source-node.ts';
import { type ReadTraffic, toExchange, type TrafficEntry } from './traffic-entry.ts';

/**
 * Reads a log of requests, one JSON object a line: `{ request, response }`, each the body itself or `{ body }` (then with
 * `url`, `status` or `status_code` beside it); or the input and the output of a batch, whose lines belong together by
 * `custom_id`.
 *
 * @throws ImportError with file and line when it is none.
 */
export function readRequestLog({ name, text }: ImportFile): ReadTraffic {
  const written = text
    .split('\n')
    .map((line, index) => ({ line, place: `${name}:${index + 1}` }))
    .filter(({ line }) => line.trim() !== '');
  const { read: lines, unreadable } = readParts(written, ({ line, place }) =>
    readSource(line, place),
  );
  const asked = new Map<string, SourceNode>();
  for (const line of lines) {
    const id = line.get('custom_id')?.text();
    if (id !== undefined && line.get('body') !== null) asked.set(id, line);
  }
  const entries = readParts(lines, (line): readonly TrafficEntry[] => {
    // A line of a batch's input: its answer is another line.
    if (line.get('custom_id') !== null && line.get('body') !== null) return [];
    const id = line.get('custom_id')?.text();
    const request = id === undefined ? line.get('request') : (asked.get(id) ?? null);
    if (request === null)
      throw new ImportError(
        line.place,
        id === undefined
          ? 'expected an object with "request" and "response"'
          : `no line with the request "${id}" is there. Give the input of the batch besides, in one file with its output`,
      );
    return [toEntry(line, request)];
  });
  return { read: entries.read.flat(), unreadable: [...unreadable, ...entries.unreadable] };
}

function toEntry(line: SourceNode, request: SourceNode): TrafficEntry {
  const url = getField(request, 'url') ?? line.get('url');
  return {
    place: line.place,
    method: 'POST',
    url: url?.text() ?? '',
    body: toText(getField(request, 'body') ?? request),
    exchange: toAnswer(line),
  };
}

function toAnswer(line: SourceNode): TrafficEntry['exchange'] {
  const response = line.get('response');
  const answer = response ?? line.need('error');
  const status =
    getField(answer, 'status_code') ?? getField(answer, 'status') ?? line.get('status');
  const body = getField(answer, 'body') ?? answer;
  const fallback = response === null ? 500 : 200;
  return toExchange({
    status: status === null || status.isText ? fallback : status.number(),
    headers: {},
    body: response === null ? `{"error":${body.json()}}` : toText(body),
  });
}

/** Bodies may be logged as text. */
function getField(node: SourceNode, name: string): SourceNode | null {
  return node.isText ? null : node.get(name);
}

/** A body that was logged as text, or as the value itself. */
function toText(node: SourceNode): string {
  return node.isText ? node.text() : node.json();
}
