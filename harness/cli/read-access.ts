import type { ModelAccess } from '../rig/model-access.ts';
import type { CliIo } from './cli-io.ts';

/** How the environment and the command line say that models are reached. */
export function readAccess(io: CliIo, baseUrl: string | undefined): ModelAccess {
  return {
    baseUrl: baseUrl ?? io.env['TOOLRIG_BASE_URL'] ?? null,
    keyOf: (name) => {
      const value = io.env[name];
      return value === undefined || value === '' ? null : value;
    },
  };
}

/** Values that must never be written anywhere: those of variables whose names say that they are secret. */
export function readSecrets(io: CliIo): Readonly<Record<string, string>> {
  const secrets: Record<string, string> = {};
  for (const [name, value] of Object.entries(io.env)) {
    if (value !== undefined && value.length >= 8 && /(KEY|TOKEN|SECRET|PASSWORD)$/iu.test(name)) {
      secrets[name] = value;
    }
  }
  return secrets;
}
