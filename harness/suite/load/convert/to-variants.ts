import { resolve } from 'node:path';

import { RigError } from '../../../core/rig-error.ts';
import type { Agent } from '../../../core/suite/agent.ts';
import { type LoopSettings, referenceLoop } from '../../../core/suite/loop-settings.ts';
import type { RemoteAgent } from '../../../core/suite/remote-agent.ts';
import type { ModelSpec, Variant } from '../../../core/suite/suite.ts';
import type { Toolset } from '../../../core/suite/tool.ts';
import type { AgentObject } from '../../input/agent-input.ts';
import type { LoopInput } from '../../input/loop-input.ts';
import type { SuiteInput, VariantInput } from '../../input/suite-input.ts';

/** What variants choose from. */
export interface VariantParts {
  readonly models: readonly ModelSpec[];
  readonly toolsets: readonly Toolset[];
  /** Folder of the suite, for paths in it; absent where it has none. */
  readonly folder?: string;
}

/** The variants of a suite, with everything that they leave out filled in. */
export function toVariants(suite: SuiteInput, parts: VariantParts): readonly Variant[] {
  const inputs = suite.variants ?? makeVariants(parts.models);
  const marked = inputs.findIndex((input) => input.default === true);
  return inputs.map((input, index) =>
    toVariant(suite, input, { ...parts, isDefault: index === Math.max(0, marked) }),
  );
}

/** The variants of a suite that declares none: one for each model; a single one is called `reference`. */
export function makeVariants(
  models: readonly { readonly name: string }[],
): readonly VariantInput[] {
  if (models.length === 1) return models.map((model) => ({ name: 'reference', model: model.name }));
  return models.map((model) => ({ name: model.name, model: model.name }));
}

function toVariant(
  suite: SuiteInput,
  input: VariantInput,
  parts: VariantParts & { readonly isDefault: boolean },
): Variant {
  const own = parts.models.find((one) => one.name === input.model) ?? parts.models[0];
  const first = { name: '', toolset: parts.toolsets[0]?.id ?? '', loop: 'reference', ...own };
  const { name, model = first.name, toolset = first.toolset, params } = input;
  const { loop = first.loop } = input;
  const { timeoutMs, ...agent } = toAgent(
    input.agent === undefined ? suite.agent : input.agent,
    parts,
  );
  const settings = toSettings(suite, loop);
  return {
    name,
    model,
    toolset,
    systemPrompt: toSystemPrompt(suite, input),
    loop,
    settings:
      timeoutMs === undefined
        ? settings
        : { ...settings, guards: { ...settings.guards, deadlineMs: timeoutMs } },
    params: { ...suite.params, ...params },
    ...agent,
    isDefault: parts.isDefault,
  };
}

/** An agent that is only described gets its place when the suite runs. */
function toAgent(
  agent: Agent | AgentObject | null | undefined,
  { folder = null }: { readonly folder?: string | null },
): { readonly agent: Agent | null; readonly remote?: RemoteAgent; readonly timeoutMs?: number } {
  if (agent === undefined || agent === null) return { agent: null };
  if (typeof agent === 'function') return { agent };
  const { timeoutMs } = agent;
  return {
    agent: notHosted,
    remote: toRemoteAgent(agent, folder),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}

function notHosted(): never {
  throw new RigError(
    'AGENT_NOT_HOSTED',
    'Cannot run an agent outside of the process: it has no place in this run',
  );
}

function toSystemPrompt(suite: SuiteInput, input: VariantInput): string | null {
  if (input.systemPrompt !== undefined) return input.systemPrompt;
  if (input.prompt !== undefined) return suite.prompts?.[input.prompt] ?? null;
  return suite.systemPrompt ?? null;
}

function toSettings(suite: SuiteInput, loop: string): LoopSettings {
  const input = Object.hasOwn(suite.loops ?? {}, loop) ? suite.loops?.[loop] : undefined;
  return input === undefined ? referenceLoop : toLoopSettings(input);
}

/** The header that carries the token of a trial to a service. */
const usualHeader = 'x-toolrig-trial';

/** Real milliseconds for which a connection on which a timeout struck stays open. */
const usualHoldMs = 250;

/** Fills in what a suite leaves out of an agent. `folder` is that of the suite; `null` where it has none. */
function toRemoteAgent(input: AgentObject, folder: string | null): RemoteAgent {
  const { holdMs = usualHoldMs, url } = input;
  const routes = input.routes === undefined ? {} : { routes: input.routes };
  if (url !== undefined) {
    const header = (input.header ?? usualHeader).toLowerCase();
    return { kind: 'service', url, header, holdMs, ...routes };
  }
  return { ...toCommandAgent(input, folder), holdMs, ...routes };
}

function toCommandAgent(
  { command = [], cwd, input = 'stdin', env = {}, inherit = [] }: AgentObject,
  folder: string | null,
): Omit<Extract<RemoteAgent, { readonly kind: 'command' }>, 'holdMs' | 'routes'> {
  const [program = '', ...args] = command;
  return {
    kind: 'command',
    command: [program, ...args],
    input,
    cwd: toFolder(cwd, folder),
    env,
    inherit,
  };
}

function toFolder(cwd: string | undefined, folder: string | null): string | null {
  return folder === null ? (cwd ?? null) : resolve(folder, cwd ?? '.');
}

/** Lays settings over those of the reference loop. */
export function toLoopSettings(input: LoopInput): LoopSettings {
  const { enforce, journal, retry, results, offer, guards, ...rest } = input;
  const base = referenceLoop;
  return {
    ...base,
    ...rest,
    enforce: { ...base.enforce, ...enforce },
    journal: journal === null ? null : toJournal(journal),
    retry: { ...base.retry, ...retry },
    results: { ...base.results, ...results },
    offer: { ...base.offer, ...(typeof offer === 'string' ? { mode: offer } : offer) },
    guards: { ...base.guards, ...guards },
  };
}

function toJournal(input: NonNullable<LoopInput['journal']> | undefined): LoopSettings['journal'] {
  return referenceLoop.journal === null ? null : { ...referenceLoop.journal, ...input };
}
