import { beforeAll, expect, it } from 'vitest';
import { createRandom } from '../../harness/core/random.ts';
import { heldOut } from '../../suites/support-desk/held-out.ts';
import { descriptions1 } from '../../suites/support-desk/tools-1.ts';
import { descriptions2 } from '../../suites/support-desk/tools-2.ts';
import { compareChoices } from './compare-choices.ts';
import { createEncoderPolicy } from './create-encoder-policy.ts';
import { loadEncoder, type Encoder } from './encoder.ts';
import { isRight, measureSelection, type Choice } from './measure-selection.ts';
import { shuffleDescriptions } from './shuffle-descriptions.ts';

let encoder: Encoder;
beforeAll(async () => {
  encoder = await loadEncoder();
});

const asking = heldOut.filter(({ tool }) => tool !== null);
const desk1 = toTools(descriptions1);
const desk2 = toTools(descriptions2);

it('selects at least 20 points better on held-out prompts with the second descriptions', async () => {
  const policy = createEncoderPolicy(encoder);
  const before = await measureSelection(policy, asking, desk1);
  const after = await measureSelection(policy, asking, desk2);
  const { difference, p } = compareChoices(before, after, isRight);
  expect(difference).toBeGreaterThanOrEqual(0.2);
  expect(p).toBeLessThan(0.05);
});

it('falls to chance when the descriptions are dealt out at random', async () => {
  const policy = createEncoderPolicy(encoder);
  const random = createRandom('test');
  const right: Choice[] = [];
  let count = 0;
  for (let round = 0; round < 3; round += 1) {
    const choices = await measureSelection(policy, asking, shuffleDescriptions(desk2, random));
    right.push(...choices.filter(isRight));
    count += choices.length;
  }
  // 1 of 12 is 0.083; a permutation moves three prompts at once, hence the room.
  expect(right.length / count).toBeLessThan(0.2);
});

it('calls nothing for what no tool is for', async () => {
  const tools = desk2.slice(0, 3);
  const prompts = [{ id: 'a', text: 'How many planets are there?', tool: null }];
  const [choice] = await measureSelection(createEncoderPolicy(encoder), prompts, tools);
  expect(choice?.called).toBe(null);
});

it('is not drawn by what a tool is not for, nor by what it returns', async () => {
  const policy = createEncoderPolicy(encoder);
  const [plain, warned] = await policy.similarities('My screen is broken.', [
    { name: 'order', description: 'Orders new things.' },
    {
      name: 'order',
      description: 'Orders new things. Not for a broken screen. Returns the broken screen.',
    },
  ]);
  expect(warned).toBe(plain);
});

it('encodes the same text to the same numbers after loading again', async () => {
  const again = await loadEncoder();
  expect(await again.embed('Any news on my case?')).toEqual(
    await encoder.embed('Any news on my case?'),
  );
});

function toTools(
  descriptions: Readonly<Record<string, string>>,
): readonly { name: string; description: string }[] {
  return Object.entries(descriptions).map(([name, description]) => ({ name, description }));
}
