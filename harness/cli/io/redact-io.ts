import { createRedactor } from '../../redact/create-redactor.ts';
import type { SecretRules } from '../../redact/find-secrets.ts';
import type { Redactor } from '../../redact/redactor.ts';
import type { CliIo } from './cli-io.ts';
import { readSecrets } from '../../api/place/read-access.ts';

/**
 * Wraps the process with a console that prints no secret: neither a value of the environment nor anything with the
 * shape of a key.
 */
export function redactIo(io: CliIo): CliIo {
  const create = (more: SecretRules): Redactor =>
    createRedactor({
      ...more,
      secrets: [...Object.values(readSecrets(io)), ...more.secrets],
      key: io.env['TOOLRIG_REDACTION_KEY'] ?? null,
      salt: 'toolrig',
    });
  let redactor = create({ secrets: [] });
  return {
    ...io,
    out: (text) => {
      io.out(redactor.redactText(text));
    },
    err: (text) => {
      io.err(redactor.redactText(text));
    },
    command: (text) => {
      io.command(redactor.redactText(text));
    },
    hide: (more) => {
      redactor = create(more);
    },
  };
}
