import { loadNearConfig } from '../../api/place/load-near-config.ts';
import { readSecrets } from '../../api/place/read-access.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import type { Redactor } from '../../redact/redactor.ts';
import type { CliIo } from './cli-io.ts';

/** Redactors of one command, for what is written now and for what was recorded before. */
interface Redactors {
  /** With a new salt, or with the key of the environment. */
  readonly recording: Redactor;
  /** With the salt of a recording; `null`: with the key of the environment. */
  readonly ofSalt: (salt: string | null) => Redactor;
}

/** Opens the redactors of a command, with the rules of the nearest configuration. */
export async function openRedactors(io: CliIo): Promise<Redactors> {
  const { redaction } = await loadNearConfig(null, io);
  const rules = { ...redaction, secrets: Object.values(readSecrets(io)) };
  const key = io.env['TOOLRIG_REDACTION_KEY'] ?? null;
  return {
    recording: createRedactor({ ...rules, key, salt: io.newSalt() }),
    ofSalt: (salt) =>
      createRedactor({ ...rules, key: salt === null ? key : null, salt: salt ?? 'toolrig' }),
  };
}
