/**
 * What a room of the harness may import, and which packages belong to it alone. A room is a folder, or a sub-folder
 * that has a row of its own.
 */
export interface Layer {
  /** Other rooms. Itself is always allowed. */
  readonly imports: readonly string[];
  /** Packages that belong to this folder alone, or to the few that name them. */
  readonly owns: readonly string[];
  /** No `node:` module either: words and numbers run anywhere. */
  readonly pure?: true;
  /** Has only tests, so its permissions need not be used. */
  readonly onlyTests?: true;
}

/**
 * The rooms of the harness along the way of the data, from suite to report. Every permission is used: one that no
 * import needs fails a test, as an import without permission does. A new room, or a new arrow between two, is a change
 * here.
 */
const rooms: Readonly<Record<string, Layer>> = {
  json: { imports: [], owns: [], pure: true },
  core: { imports: ['json'], owns: [], pure: true },
  stats: { imports: ['core'], owns: [], pure: true },
  limit: { imports: ['core'], owns: [], pure: true },
  pattern: { imports: ['core', 'limit'], owns: [] },
  disk: { imports: ['limit'], owns: [] },
  redact: { imports: ['json', 'core', 'pattern'], owns: [] },
  schema: { imports: ['json', 'core', 'pattern'], owns: ['ajv', 'ajv-formats'] },
  expectation: { imports: ['json', 'core', 'pattern', 'schema'], owns: [], pure: true },
  dialect: { imports: ['json', 'core'], owns: ['eventsource-parser'] },
  mcp: {
    imports: ['json', 'core', 'boundary/tool'],
    owns: ['@modelcontextprotocol/sdk'],
  },
  'mcp/tape': { imports: ['json', 'core', 'disk', 'redact'], owns: [] },
  suite: {
    imports: ['json', 'core', 'limit', 'pattern', 'disk', 'schema', 'expectation', 'mcp'],
    owns: ['jiti', 'yaml', 'zod'],
  },
  cassette: { imports: ['json', 'core', 'pattern', 'disk', 'redact'], owns: [] },
  'boundary/fault': { imports: ['json', 'core', 'pattern', 'dialect'], owns: [] },
  'boundary/model': { imports: ['json', 'core', 'limit', 'dialect'], owns: [] },
  'boundary/tool': { imports: ['json', 'core', 'schema'], owns: [] },
  loop: { imports: ['json', 'core', 'boundary/tool', 'route'], owns: [] },
  route: { imports: ['core'], owns: [], pure: true },
  distract: { imports: ['core', 'route'], owns: [], pure: true },
  agent: { imports: ['json', 'core', 'dialect'], owns: [] },
  model: { imports: ['json', 'core', 'limit', 'dialect', 'boundary/model'], owns: ['openai'] },
  serve: { imports: ['json', 'core', 'limit', 'dialect', 'boundary/model'], owns: [] },
  score: {
    imports: ['json', 'core', 'limit', 'schema', 'expectation', 'dialect'],
    owns: [],
    pure: true,
  },
  run: {
    imports: [
      'json',
      'core',
      'limit',
      'disk',
      'redact',
      'schema',
      'expectation',
      'dialect',
      'cassette',
      'boundary/fault',
      'boundary/model',
      'boundary/tool',
      'loop',
      'agent',
      'model',
      'score',
      'serve',
    ],
    owns: ['p-limit'],
  },
  exec: {
    imports: [
      'json',
      'core',
      'redact',
      'dialect',
      'mcp',
      'mcp/tape',
      'suite',
      'cassette',
      'boundary/fault',
      'boundary/model',
      'loop',
      'model',
      'run',
      'serve',
      'import',
    ],
    owns: [],
  },
  reuse: { imports: ['json', 'core', 'limit', 'disk', 'suite', 'cassette', 'run'], owns: [] },
  compare: { imports: ['json', 'core', 'stats', 'disk', 'cassette', 'run'], owns: ['diff'] },
  import: {
    imports: ['json', 'core', 'disk', 'schema', 'expectation', 'dialect', 'suite', 'score', 'run'],
    owns: [],
  },
  diagnosis: { imports: ['json', 'core', 'stats'], owns: [], pure: true },
  report: {
    imports: ['json', 'core', 'limit', 'run', 'compare', 'diagnosis'],
    owns: [
      '@napi-rs/canvas',
      'chart.js',
      'chartjs-chart-error-bars',
      'chartjs-chart-matrix',
      'csv-stringify',
      'fflate',
    ],
  },
  lint: { imports: ['json', 'core', 'schema'], owns: [] },
  probe: {
    imports: ['json', 'core', 'schema', 'boundary/tool', 'run', 'report'],
    owns: [],
  },
  api: {
    imports: [
      'json',
      'core',
      'limit',
      'disk',
      'redact',
      'suite',
      'boundary/fault',
      'distract',
      'run',
      'serve',
      'compare',
      'import',
      'report',
    ],
    owns: [],
  },
  view: { imports: ['json', 'core', 'disk', 'run', 'compare', 'report'], owns: [] },
  cli: {
    imports: [
      'json',
      'core',
      'limit',
      'disk',
      'redact',
      'expectation',
      'dialect',
      'mcp',
      'mcp/tape',
      'suite',
      'cassette',
      'run',
      'reuse',
      'compare',
      'import',
      'exec',
      'report',
      'diagnosis',
      'lint',
      'probe',
      'api',
      'view',
    ],
    owns: ['commander'],
  },
  vitest: {
    imports: [
      'json',
      'core',
      'disk',
      'redact',
      'expectation',
      'suite',
      'cassette',
      'boundary/fault',
      'run',
      'serve',
      'report',
      'api',
      'cli',
    ],
    owns: ['vitest'],
  },
  testing: {
    imports: [
      'json',
      'core',
      'limit',
      'run',
      'suite',
      'boundary/tool',
      'loop',
      'import',
      'compare',
      'reuse',
      'api',
    ],
    owns: [],
    onlyTests: true,
  },
};

export const layerTable: Readonly<Record<string, Layer>> = {
  ...rooms,
  // Tests that look at the whole from outside.
  acceptance: { imports: Object.keys(rooms), owns: [], onlyTests: true },
};

/** The room of a file, by its path below the harness; empty for files directly in the harness. */
export function roomOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const nested = folders.slice(0, 2).join('/');
  return layerTable[nested] === undefined ? (folders[0] ?? '') : nested;
}
