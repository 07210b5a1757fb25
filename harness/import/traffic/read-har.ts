import { readParts } from '../guard-trial.ts';
import type { ImportFile } from '../imported-run.ts';
import { readSource, type SourceNode } from '../source-node.ts';
import { readTextBytes } from './read-text-bytes.ts';
import { type ReadTraffic, toExchange, type TrafficEntry } from './traffic-entry.ts';

/**
 * Reads an HTTP archive (HAR 1.2), as browsers and proxies save it.
 *
 * @throws ImportError with file and place when it is none.
 */
export function readHar({ name, text }: ImportFile): ReadTraffic {
  return readParts(readSource(text, name).need('log').need('entries').items(), readEntry);
}

function readEntry(entry: SourceNode): TrafficEntry {
  const request = entry.need('request');
  const response = entry.need('response');
  const type = readHeader(response, 'content-type');
  const content = response.get('content');
  return {
    place: entry.place,
    method: request.need('method').text(),
    url: request.need('url').text(),
    body: request.get('postData')?.get('text')?.text() ?? '',
    exchange: toExchange({
      status: response.need('status').number(),
      headers: { 'content-type': type ?? content?.get('mimeType')?.text() ?? '' },
      body: content === null ? '' : readContent(content),
      durationMs: entry.get('time')?.number() ?? 0,
    }),
  };
}

function readContent(content: SourceNode): string {
  const text = content.get('text')?.text() ?? '';
  const isPacked = content.get('encoding')?.text() === 'base64';
  return isPacked ? readTextBytes(Buffer.from(text, 'base64')) : text;
}

function readHeader(node: SourceNode, wanted: string): string | null {
  const found = (node.get('headers')?.items() ?? []).find(
    (header) => header.need('name').text().toLowerCase() === wanted,
  );
  return found?.get('value')?.text() ?? null;
}
