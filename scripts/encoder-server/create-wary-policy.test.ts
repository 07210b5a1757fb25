import { expect, it } from 'vitest';

import { hashDescription } from '../../suites/support-desk/hash-description.ts';
import { requests } from '../../suites/support-desk/requests.ts';
import { readSimilarities } from '../../suites/support-desk/similarity-table.ts';
import { describeWithout } from '../../suites/support-desk/tools-2.ts';
import { createWaryPolicy } from './create-wary-policy.ts';
import { loadEncoder } from './encoder.ts';

it('takes off what a tool is not for, and nothing where the description names nothing', async () => {
  const policy = createWaryPolicy(await loadEncoder());
  const toTool = (description: string): { name: string; description: string } => ({
    name: 'order',
    description,
  });
  const [plain = 0, warned = 0, elsewhere = 0] = await policy.similarities('My screen is broken.', [
    toTool('Orders new things.'),
    toTool('Orders new things. Not for a broken screen (report).'),
    toTool('Orders new things. Not for cooking (kitchen).'),
  ]);
  expect(warned).toBeLessThan(plain - 0.1);
  expect(elsewhere).toBeGreaterThan(warned + 0.1);
});

it('is what the table of the support desk says', async () => {
  const policy = createWaryPolicy(await loadEncoder());
  const table = readSimilarities();
  const tools = ([null, 'not', 'when'] as const).map((part) => ({
    name: 'update_case',
    description: describeWithout(part).update_case,
  }));
  const { text = '' } = requests.find(({ id }) => id === 'addition-1') ?? {};
  const computed = await policy.similarities(text, tools);
  const column = table.requests.indexOf('addition-1');
  const kept = tools.map((tool) => table.similarities[hashDescription(tool)]?.[column] ?? 0);
  // A ten thousandth of room for other machines.
  const apart = computed.map((value, place) => Math.abs(value * 10_000 - (kept[place] ?? 0)));
  expect(Math.max(...apart)).toBeLessThan(1.5);
  expect(table.threshold).toBe(policy.threshold * 10_000);
  expect(table.requests).toEqual(requests.map(({ id }) => id));
});
