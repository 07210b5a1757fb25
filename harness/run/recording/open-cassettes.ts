import { createCassetteStore } from '../../cassette/cassette-store.ts';
import type { LaneDisk } from '../../cassette/lane/lane-disk.ts';
import { toShellWord } from '../../core/shell-word.ts';
import type { Redactor } from '../../redact/redactor.ts';
import { createRunRedactor } from '../keep/create-run-redactor.ts';
import type { CassetteStore } from '../../core/talk/cassette.ts';
import type { Lane } from '../../core/suite/lane.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { protocolVersion } from '../../loop/protocol-text.ts';
import { compileSchema } from '../../schema/judge/compile-schema.ts';
import type { RunOptions } from '../run-options.ts';

/** The recordings of a run and the redaction that everything written goes through. */
export interface OpenCassettes {
  /** `null` in live mode. */
  readonly store: CassetteStore | null;
  readonly redactor: Redactor;
}

/**
 * Opens the recordings as the options say.
 *
 * @param over Another disk than the machine's.
 */
export function openCassettes(
  options: RunOptions,
  over: { readonly disk?: LaneDisk } = {},
): OpenCassettes {
  const redactor = createRunRedactor(options);
  const { mode } = options;
  if (mode === 'live') return { store: null, redactor };
  return { store: openStore(options, { mode, redactor, ...over }), redactor };
}

/** Opens a folder of recordings with the rules of the suite. */
export function openStore(
  options: RunOptions,
  given: {
    readonly mode: 'replay' | 'record';
    readonly redactor: Redactor;
    readonly disk?: LaneDisk;
  },
): CassetteStore {
  return createCassetteStore({
    root: options.cassettes,
    recordedAt: options.startedAt,
    protocolVersion,
    drift: options.suite.drift,
    volatile: options.suite.volatile,
    tier: options.tier,
    command: `toolrig record ${toShellWord(options.suite.file)}`,
    validate: (schema, value) =>
      compileSchema(schema)
        .validate(value)
        .map((problem) => `${problem.path}: ${problem.message}`),
    owner: options.process.owner,
    isOwnerAlive: options.process.isAlive,
    vocabulary: (lane) => toVocabulary(options.suite, lane),
    fork: options.fork ?? true,
    ...given,
  });
}

/** All that the suite says of one lane. */
function toVocabulary({ scenarios, variants, toolsets, world }: Suite, lane: Lane): unknown {
  const variant = variants.find(({ name }) => name === lane.variant);
  return [
    scenarios.find(({ id }) => id === lane.scenario),
    [variant?.systemPrompt, variant?.params],
    toolsets.find(({ id }) => id === variant?.toolset)?.tools,
    world,
  ];
}
