import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../../harness/json/canonical-json.ts';
import { isJsonObject } from '../../harness/json/json.ts';

/** SHA-256 in hex of a request body without its stream settings: streamed or not, it is one request. */
export function hashRequest(body: unknown): string {
  const request = isJsonObject(body) ? body : {};
  const { stream: _stream, stream_options: _options, ...rest } = request;
  return createHash('sha256').update(toCanonicalJson(rest)).digest('hex');
}
