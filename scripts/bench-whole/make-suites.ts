import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const scenarioCount = 100;

/** How a number of trials is divided. */
export function divide(trials: number): { readonly scenarios: number; readonly repeats: number } {
  const scenarios = Math.min(scenarioCount, trials);
  return { scenarios, repeats: Math.ceil(trials / scenarios) };
}

/** Writes two suites, `json.json` and `stream.json`: one call and an answer in each trial. */
export function makeSuites(folder: string, trials: number, baseUrl: string): void {
  const { scenarios, repeats } = divide(trials);
  const parameters = {
    type: 'object',
    properties: { n: { type: 'integer' } },
    required: ['n'],
    additionalProperties: false,
  };
  for (const name of ['json', 'stream']) {
    const suite = {
      name,
      tools: [
        {
          name: 'look',
          description: 'Looks.',
          effect: 'read',
          parameters,
          results: [{ give: { seen: true } }],
        },
      ],
      model: { name: 'm', baseUrl, nature: 'scripted' },
      variants: [
        { name: 'reference', default: true, params: name === 'stream' ? { stream: true } : {} },
      ],
      repeats,
      scenarios: Array.from({ length: scenarios }, (_, index) => ({
        id: `s${index}`,
        user: 'Look',
        expected: { calls: [{ tool: 'look', arguments: { n: 1 } }] },
      })),
    };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(suite));
  }
}
