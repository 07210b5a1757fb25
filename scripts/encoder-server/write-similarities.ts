import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { createWaryPolicy } from './create-wary-policy.ts';
import { loadEncoder } from './encoder.ts';
import { tabulateSimilarities } from './tabulate-similarities.ts';

// Usage: npx jiti scripts/encoder-server/write-similarities.ts
// Writes what the policy `encoder-not` makes of each request of the support desk and each description of its tools.
const table = await tabulateSimilarities(createWaryPolicy(await loadEncoder()));
const rows = Object.entries(table.similarities).map(
  ([key, row]) => `    ${JSON.stringify(key)}: ${JSON.stringify(row)}`,
);
const text = `{
  "threshold": ${table.threshold},
  "requests": ${JSON.stringify(table.requests)},
  "similarities": {
${rows.join(',\n')}
  }
}
`;
const file = fileURLToPath(new URL('../../suites/support-desk/similarities.json', import.meta.url));
await writeFile(file, text);
console.log(`${rows.length} descriptions, ${table.requests.length} requests`);
