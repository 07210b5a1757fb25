import { resolve } from 'node:path';

import type { JsonObject } from '../../json/json.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import type { RecordRedactor } from '../../run/folder/redact-record.ts';
import { toRunId } from '../../run/folder/to-run-id.ts';
import { defaultOut } from '../flag/default-out.ts';
import { guardOwnPlace } from '../../api/place/guard-own-place.ts';
import { loadNearConfig } from '../../api/place/load-near-config.ts';
import { readSecrets } from '../../api/place/read-access.ts';
import type { CliIo } from './cli-io.ts';
import { readVersion } from '../../api/place/package-info.ts';
import { readEnvironment } from '../../api/place/read-environment.ts';

/** The place where a command writes a run that was made elsewhere. */
export interface RunStore {
  readonly out: string;
  /** Name of the run folder. */
  readonly idOf: (suite: string) => string;
  readonly environment: JsonObject;
  readonly redactor: RecordRedactor;
}

/** Opens a run folder for trials made elsewhere; from then on, the secrets of the configuration are redacted. */
export async function openRunStore(out: string, io: CliIo): Promise<RunStore> {
  const place = resolve(io.cwd, out);
  if (out === defaultOut) guardOwnPlace(io.cwd, place, '--out');
  const { redaction } = await loadNearConfig(null, io);
  io.hide({ ...redaction, secrets: [] });
  const startedAt = io.now();
  return {
    out: place,
    idOf: (suite) => toRunId(startedAt, suite),
    environment: readEnvironment({ toolrig: readVersion(), startedAt }, io),
    redactor: createRedactor({
      ...redaction,
      secrets: Object.values(readSecrets(io)),
      key: io.env['TOOLRIG_REDACTION_KEY'] ?? null,
      salt: 'toolrig',
    }),
  };
}
