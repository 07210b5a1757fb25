import type { Suite } from '../../core/suite/suite.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import type { Redactor } from '../../redact/redactor.ts';
import type { ModelAccess } from '../access/model-access.ts';
import type { RunOptions } from '../run-options.ts';

/** Creates the redactor of a run. */
export function createRunRedactor({
  suite,
  access,
  secrets,
  redaction,
}: Pick<RunOptions, 'suite' | 'access' | 'secrets' | 'redaction'>): Redactor {
  const all = [...Object.values(secrets), ...findKeys(suite, access)];
  return createRedactor({ ...redaction, secrets: [...new Set(all)] });
}

/** Every value that may be used as a key is a secret, regardless of the name of its variable. */
export function findKeys({ models }: Suite, access: ModelAccess): readonly string[] {
  return models.flatMap((model) =>
    model.kind === 'openai' ? (access.keyOf(model.apiKeyEnv) ?? []) : [],
  );
}
