/** What a folder of the harness may import, and which packages nobody else may. */
export interface Layer {
  /** Folders of the harness. Itself is always allowed. */
  readonly imports: readonly string[];
  /** Packages that belong to this folder alone, or to the few that name them. */
  readonly owns: readonly string[];
  /** No `node:` module either: words and numbers run anywhere. */
  readonly pure?: true;
}

/** Everything that the composition root wires, lowest first. */
const wired: Readonly<Record<string, Layer>> = {
  core: { imports: [], owns: [], pure: true },
  stats: { imports: [], owns: [], pure: true },
  disk: { imports: [], owns: [] },
  markup: { imports: ['core'], owns: [], pure: true },
  schema: { imports: ['core'], owns: ['ajv', 'ajv-formats'] },
  expectation: { imports: ['core', 'schema'], owns: [] },
  redact: { imports: ['core'], owns: [] },
  cassette: { imports: ['core', 'disk', 'redact'], owns: [] },
  fault: { imports: ['core'], owns: [] },
  agent: { imports: ['core'], owns: [] },
  wire: { imports: ['core', 'cassette', 'fault', 'markup'], owns: ['eventsource-parser'] },
  suite: { imports: ['core', 'schema', 'expectation'], owns: ['jiti', 'yaml', 'zod'] },
  tool: { imports: ['core', 'schema'], owns: [] },
  scorer: { imports: ['core', 'schema', 'expectation', 'markup'], owns: [] },
  model: { imports: ['core', 'cassette', 'wire'], owns: ['openai'] },
  loop: { imports: ['core', 'tool'], owns: [] },
  store: { imports: ['core', 'disk', 'redact'], owns: [] },
  runner: { imports: ['core', 'tool', 'fault', 'loop', 'store'], owns: ['p-limit'] },
  compare: { imports: ['core', 'stats'], owns: [] },
  report: {
    imports: ['core', 'disk', 'stats', 'compare', 'store'],
    owns: [
      'csv-stringify',
      'chart.js',
      '@napi-rs/canvas',
      'chartjs-chart-error-bars',
      'chartjs-chart-matrix',
    ],
  },
  importer: { imports: ['core', 'disk', 'schema', 'cassette', 'wire', 'suite'], owns: [] },
};

/** The folders of the harness. A new folder, or a new arrow between two, is a change here. */
export const layerTable: Readonly<Record<string, Layer>> = {
  ...wired,
  rig: { imports: Object.keys(wired), owns: [] },
  vitest: { imports: ['core', 'rig', 'scorer', 'compare'], owns: ['vitest'] },
  cli: { imports: [...Object.keys(wired), 'rig'], owns: ['commander'] },
  testing: { imports: ['core'], owns: [] },
};
