import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { readDataFile } from '../../suite/load/read-data-file.ts';
import { ImportError } from '../import-error.ts';
import { readParts } from '../guard-trial.ts';
import type { ImportFile } from '../imported-run.ts';
import { readTextBytes } from './read-text-bytes.ts';
import {
  toBody,
  toExchange,
  toHeaders,
  type ReadTraffic,
  type TrafficEntry,
} from './traffic-entry.ts';

/**
 * Reads a recording of vcrpy (YAML or JSON) or go-vcr: `interactions` with `request` and `response`.
 *
 * @throws ImportError with file and place when it is none.
 */
export function readVcr({ name, text }: ImportFile): ReadTraffic {
  const { value, problems } = readDataFile(text, { binary: true });
  const broken = problems.find(({ code }) => code === 'bad_yaml');
  if (broken !== undefined)
    throw new ImportError(`${name}:${broken.line}:${broken.column}`, broken.message);
  const interactions: unknown = isJsonObject(value) ? value['interactions'] : null;
  if (!Array.isArray(interactions))
    throw new ImportError(name, 'expected a VCR recording with a list "interactions"');
  return readParts([...interactions.entries()], ([index, entry]: readonly [number, unknown]) =>
    readInteraction(entry, `${name} interactions[${index}]`),
  );
}

function readInteraction(entry: unknown, place: string): TrafficEntry {
  const { request, response } = isJsonObject(entry) ? entry : {};
  if (!isJsonObject(request) || !isJsonObject(response))
    throw new ImportError(place, 'expected an object with "request" and "response"');
  const headers = toHeaders(response['headers']);
  const { status, code = isJsonObject(status) ? status['code'] : status } = response;
  return {
    place,
    method: toBody(request['method']),
    url: toBody(request['uri'] ?? request['url']),
    body: readBody(request, ''),
    exchange: toExchange({
      status: typeof code === 'number' ? code : 200,
      headers,
      body: readBody(response, headers['content-encoding'] ?? ''),
    }),
  };
}

/** `body` as a text, `{ string }` or `{ base64_string }`; or a `parsed_body`. */
function readBody({ body, parsed_body: parsed }: JsonObject, encoding: string): string {
  if (parsed !== undefined && parsed !== null) return toBody(parsed);
  if (!isJsonObject(body)) return readPart(body, encoding);
  if (typeof body['base64_string'] === 'string')
    return readTextBytes(Buffer.from(body['base64_string'], 'base64'), encoding);
  return readPart('string' in body ? body['string'] : body, encoding);
}

/** `!!binary` gives bytes. */
function readPart(value: unknown, encoding: string): string {
  return value instanceof Uint8Array ? readTextBytes(value, encoding) : toBody(value);
}
