const scenarioCount = 100;

/** A suite as data: one call and an answer a trial, and settings under which a stall ends soon. */
export function toLoadSuite(trials: number): unknown {
  const scenarios = Math.min(trials, scenarioCount);
  return {
    name: 'load',
    tools: [
      {
        name: 'look',
        description: 'Looks.',
        effect: 'read',
        parameters: {
          type: 'object',
          properties: { n: { type: 'integer' } },
          required: ['n'],
          additionalProperties: false,
        },
        results: [{ give: { seen: true } }],
      },
    ],
    model: 'load',
    loops: { short: { guards: { modelTimeoutMs: 2_000 }, retry: { modelMax: 2, backoffMs: 1 } } },
    variants: [{ name: 'reference', loop: 'short', default: true }],
    repeats: Math.ceil(trials / scenarios),
    scenarios: Array.from({ length: scenarios }, (_, index) => ({
      id: `s${index}`,
      user: 'Look',
      expected: { calls: [{ tool: 'look' }] },
    })),
  };
}
