import { resolve } from 'node:path';

import type { JsonObject } from '../../json/json.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import type { RecordRedactor } from '../../run/folder/redact-record.ts';
import { defaultOut } from '../flag/default-out.ts';
import { guardOwnPlace } from '../../api/place/guard-own-place.ts';
import { loadNearConfig } from '../../api/place/load-near-config.ts';
import { readSecrets } from '../../api/place/read-access.ts';
import type { CliIo } from './cli-io.ts';
import { readVersion } from '../../api/place/package-info.ts';
import { readEnvironment } from '../../api/place/read-environment.ts';

/** Where a command writes a run that did not run here. */
export interface RunStore {
  readonly out: string;
  /** Name of the run folder. */
  readonly idOf: (suite: string) => string;
  readonly environment: JsonObject;
  readonly redactor: RecordRedactor;
}

/** Gets a place for trials made elsewhere; what the configuration calls secret is hidden from here on. */
export async function openRunStore(out: string, io: CliIo): Promise<RunStore> {
  const place = resolve(io.cwd, out);
  if (out === defaultOut) guardOwnPlace(io.cwd, place, '--out');
  const { redaction } = await loadNearConfig(null, io);
  io.hide({ ...redaction, secrets: [] });
  const startedAt = io.now();
  return {
    out: place,
    idOf: (suite) => `${startedAt.replace(/[-:]|\.[0-9]+/gu, '')}-${suite}`,
    environment: readEnvironment({ toolrig: readVersion(), startedAt }, io),
    redactor: createRedactor({
      ...redaction,
      secrets: Object.values(readSecrets(io)),
      key: io.env['TOOLRIG_REDACTION_KEY'] ?? null,
      salt: 'toolrig',
    }),
  };
}
