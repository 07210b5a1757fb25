import type { Command } from 'commander';

import type { ModelAccess } from '../../run/access/model-access.ts';
import type { RigConfig } from '../../suite/load/parse-config.ts';
import type { CliIo } from '../io/cli-io.ts';
import { readList } from './read-list.ts';

/** What the command line says of hosts and keys. */
export interface AccessFlags {
  readonly baseUrl?: string;
  readonly allowHost?: readonly string[];
  readonly allowKey?: readonly string[];
}

/** Adds the options that say where models are and what the user agrees to. */
export function addAccessOptions(command: Command): Command {
  return command
    .option('--base-url <url>', 'endpoint for models that are not replayed')
    .option('--allow-host <hosts>', "hosts of the suite's choice that may be asked", readList)
    .option(
      '--allow-key <variables>',
      "environment variables of the suite's choice that may be sent as keys",
      readList,
    );
}

/** How the environment, the command line and the configuration say that models are reached. */
export function readAccess(flags: AccessFlags, allow: RigConfig['allow'], io: CliIo): ModelAccess {
  return {
    baseUrl: flags.baseUrl ?? io.env['TOOLRIG_BASE_URL'] ?? null,
    allowedHosts: [...(flags.allowHost ?? []), ...allow.hosts],
    allowedKeys: [...(flags.allowKey ?? []), ...allow.keys],
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
