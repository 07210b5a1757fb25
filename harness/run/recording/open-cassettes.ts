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
  if (options.mode === 'live') return { store: null, redactor };
  const store = createCassetteStore({
    root: options.cassettes,
    mode: options.mode,
    recordedAt: options.startedAt,
    protocolVersion,
    redactor,
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
    ...over,
  });
  return { store, redactor };
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
