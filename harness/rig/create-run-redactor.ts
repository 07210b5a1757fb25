import { createRedactor } from '../redact/create-redactor.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { RunOptions } from './run-options.ts';

/** Creates the redactor of a run. Every value that may be used as a key is a secret, whatever its variable is called. */
export function createRunRedactor({
  suite,
  access,
  secrets,
  redaction,
}: Pick<RunOptions, 'suite' | 'access' | 'secrets' | 'redaction'>): Redactor {
  const keys = suite.models.flatMap((model) =>
    model.kind === 'openai' ? (access.keyOf(model.apiKeyEnv) ?? []) : [],
  );
  return createRedactor({
    ...redaction,
    secrets: [...new Set([...Object.values(secrets), ...keys])],
  });
}
