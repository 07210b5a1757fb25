import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'yaml';
import type { Exchange } from '../../harness/core/talk/exchange.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../harness/json/json.ts';

/** One exchange of a recording made by others. */
export interface VcrExchange {
  readonly file: string;
  readonly interaction: number;
  readonly url: string;
  readonly exchange: Exchange;
}

/** The exchanges of an archive of VCR recordings (`.tar.gz`), or of a folder of them. */
export function readVcr(path: string): readonly VcrExchange[] {
  const files = path.endsWith('.tar.gz') ? readArchive(path) : readFolder(path);
  return files.flatMap(({ name, text }) => {
    const recording: unknown = parse(text, { maxAliasCount: -1 });
    const interactions = isJsonObject(recording) ? recording['interactions'] : null;
    if (!Array.isArray(interactions)) return [];
    return interactions.flatMap((entry: unknown, interaction) => {
      const read = isJsonObject(entry) ? readInteraction(entry) : null;
      return read === null ? [] : [{ file: name, interaction, ...read }];
    });
  });
}

interface NamedText {
  readonly name: string;
  readonly text: string;
}

function readFolder(folder: string): readonly NamedText[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return names.sort().map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** Source: POSIX ustar, blocks of 512 bytes. */
function readArchive(path: string): readonly NamedText[] {
  const bytes = gunzipSync(readFileSync(path));
  const files: NamedText[] = [];
  let longName: string | null = null;
  for (let at = 0; at + 512 <= bytes.length;) {
    const header = bytes.subarray(at, at + 512);
    const field = (start: number, length: number): string =>
      header
        .subarray(start, start + length)
        .toString('utf8')
        .replace(/\0.*$/su, '');
    const size = Number.parseInt(field(124, 12), 8) || 0;
    const body = bytes.subarray(at + 512, at + 512 + size);
    const type = field(156, 1);
    const prefix = field(345, 155);
    const name = longName ?? (prefix === '' ? field(0, 100) : `${prefix}/${field(0, 100)}`);
    longName = readLongName(type, body.toString('utf8'));
    if ((type === '0' || type === '') && /\.yaml(?:\.gz)?$/u.test(name))
      files.push({ name, text: unzip(body).toString('utf8') });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

/** Names of more than 100 characters stand in an entry before their file: POSIX `x` or GNU `L`. */
function readLongName(type: string, text: string): string | null {
  if (type === 'L') return text.replace(/\0.*$/su, '');
  return type === 'x' ? (/ path=(?<path>[^\n]*)\n/u.exec(text)?.groups?.['path'] ?? null) : null;
}

/** Some recordings are compressed twice, under any file name. */
function unzip(bytes: Buffer): Buffer {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}

function readInteraction(entry: JsonObject): Pick<VcrExchange, 'url' | 'exchange'> | null {
  const { request, response } = entry;
  if (!isJsonObject(request) || !isJsonObject(response)) return null;
  const { status, code, body, parsed_body: parsed } = response;
  const text = parsed === undefined ? readText(body) : JSON.stringify(parsed);
  const told = isJsonObject(status) ? status['code'] : code;
  return {
    url: toText(request['uri'] ?? request['url']),
    exchange: {
      status: typeof told === 'number' ? told : 200,
      headers: readHeaders(response['headers']),
      headersAtMs: 0,
      frames: text === '' ? [] : [{ atMs: 0, text }],
      end: 'complete',
      endAtMs: 0,
    },
  };
}

function readText(body: JsonValue | undefined): string {
  if (isJsonObject(body)) return toText(body['string']);
  return toText(body);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readHeaders(value: JsonValue | undefined): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  const entries = Object.entries(value).map(([name, said]): [string, string] => [
    name.toLowerCase(),
    toText(Array.isArray(said) ? said[0] : said),
  ]);
  return Object.fromEntries(entries.filter(([name]) => name === 'content-type'));
}
