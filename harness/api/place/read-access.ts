import type { ModelAccess } from '../../run/access/model-access.ts';
import type { RigConfig } from '../../suite/load/parse-config.ts';
import type { Surroundings } from './surroundings.ts';

/** The caller's settings for hosts and keys. */
export interface WantedAccess {
  readonly baseUrl?: string;
  readonly allowHost?: readonly string[];
  readonly allowKey?: readonly string[];
}

/** How models are reached, according to the environment, the caller and the configuration. */
export function readAccess(
  wanted: WantedAccess,
  allow: RigConfig['allow'],
  { env }: Pick<Surroundings, 'env'>,
): ModelAccess {
  return {
    baseUrl: wanted.baseUrl ?? env['TOOLRIG_BASE_URL'] ?? null,
    allowedHosts: [...(wanted.allowHost ?? []), ...allow.hosts],
    allowedKeys: [...(wanted.allowKey ?? []), ...allow.keys],
    keyOf: (name) => {
      const value = env[name];
      return value === undefined || value === '' ? null : value;
    },
  };
}

/** Values that must never be written anywhere: those of variables whose names say that they are secret. */
export function readSecrets({ env }: Pick<Surroundings, 'env'>): Readonly<Record<string, string>> {
  const secrets: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && value.length >= 8 && /(KEY|TOKEN|SECRET|PASSWORD)$/iu.test(name)) {
      secrets[name] = value;
    }
  }
  return secrets;
}
