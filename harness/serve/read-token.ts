import type { IncomingHttpHeaders } from 'node:http';

import { keyHeaders } from '../boundary/model/sent-request.ts';

/** What a request says of the trial that it belongs to. */
export interface TokenReading {
  /** `null` when it says nothing. */
  readonly token: string | null;
  /** The path without the token. */
  readonly path: string;
}

/** The header by which a service names its trial where its key is another matter. */
const trialHeader = 'x-toolrig-trial';

const prefix = /^\/t\/([0-9A-Za-z_-]{1,128})(?=\/|\?|$)/u;

/** Reads the token of a request: from its path (`/t/<token>/v1/…`), the header of trials, or the key that its SDK sends. */
export function readToken(url: string, headers: IncomingHttpHeaders): TokenReading {
  const inPath = prefix.exec(url);
  if (inPath !== null) {
    const rest = url.slice(inPath[0].length);
    return { token: inPath[1] ?? null, path: rest.startsWith('/') ? rest : `/${rest}` };
  }
  for (const name of [trialHeader, ...keyHeaders]) {
    const value = headers[name];
    if (typeof value !== 'string') continue;
    const token = value.replace(/^bearer\s+/iu, '').trim();
    if (token !== '') return { token, path: url };
  }
  return { token: null, path: url };
}
