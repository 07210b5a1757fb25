import { createRedactor } from '../redact/create-redactor.ts';
import type { CliIo } from './cli-io.ts';
import { readSecrets } from './read-access.ts';

/** The same process with a console that no secret passes: neither a value of the environment nor anything with the shape of a key. */
export function redactIo(io: CliIo): CliIo {
  const { redactText } = createRedactor({
    secrets: Object.values(readSecrets(io)),
    key: io.env['TOOLRIG_REDACTION_KEY'] ?? null,
    salt: 'toolrig',
  });
  return {
    ...io,
    out: (text) => {
      io.out(redactText(text));
    },
    err: (text) => {
      io.err(redactText(text));
    },
    command: (text) => {
      io.command(redactText(text));
    },
  };
}
