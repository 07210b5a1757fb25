import { createRandom } from '../../harness/core/random.ts';
import { descriptions1 } from '../../suites/support-desk/tools-1.ts';
import { descriptions2 } from '../../suites/support-desk/tools-2.ts';
import { heldOut } from '../../suites/support-desk/held-out.ts';
import { requests } from '../../suites/support-desk/requests.ts';
import { compareChoices, type ChoiceComparison } from './compare-choices.ts';
import { createEncoderPolicy } from './create-encoder-policy.ts';
import { createWordsPolicy } from './create-words-policy.ts';
import { loadEncoder } from './encoder.ts';
import { isRight, measureSelection, type Choice, type Prompt } from './measure-selection.ts';
import type { Policy, ToolText } from './policy.ts';
import { shuffleDescriptions } from './shuffle-descriptions.ts';

// Usage: npx jiti scripts/encoder-server/evaluate.ts
// Prints what the policies select under both tool sets. No network, no server, always the same text.
const shuffles = 50;
const toolsets: Readonly<Record<string, readonly ToolText[]>> = {
  'desk@1': toTools(descriptions1),
  'desk@2': toTools(descriptions2),
};
const promptSets: Readonly<Record<string, readonly Prompt[]>> = {
  tuning: requests,
  'held out': heldOut,
};

const encoderPolicy = createEncoderPolicy(await loadEncoder());
const wordsPolicy = createWordsPolicy();
for (const policy of [encoderPolicy, wordsPolicy]) {
  for (const [name, prompts] of Object.entries(promptSets)) {
    const asking = prompts.filter(({ tool }) => tool !== null);
    const others = prompts.filter(({ tool }) => tool === null);
    console.log(
      `\n${policy.name}, ${name} prompts: ${asking.length} with a tool, ${others.length} without`,
    );
    const measured: (readonly Choice[])[] = [];
    for (const [toolset, tools] of Object.entries(toolsets)) {
      const chosen = await measureSelection(policy, asking, tools);
      const kept = await measureSelection(policy, others, tools);
      measured.push(chosen);
      print(
        `${toolset} selection`,
        `${share(chosen, isRight)}   if it must call ${share(chosen, isNearest)}`,
      );
      print(`${toolset} abstention`, share(kept, isRight));
    }
    const [before = [], after = []] = measured;
    printChange('difference', compareChoices(before, after, isRight));
    printChange('if it must call', compareChoices(before, after, isNearest));
    await printShuffled(policy, asking);
    if (name === 'tuning') printWrong(after);
  }
}

console.log('\nwords -> encoder under desk@2, all held-out prompts');
const desk2 = toTools(descriptions2);
printChange(
  'difference',
  compareChoices(
    await measureSelection(wordsPolicy, heldOut, desk2),
    await measureSelection(encoderPolicy, heldOut, desk2),
    isRight,
  ),
);

function toTools(descriptions: Readonly<Record<string, string>>): readonly ToolText[] {
  return Object.entries(descriptions).map(([name, description]) => ({ name, description }));
}

function isNearest({ prompt, nearest }: Choice): boolean {
  return nearest === prompt.tool;
}

function share(choices: readonly Choice[], isGood: (choice: Choice) => boolean): string {
  const good = choices.filter(isGood).length;
  return `${good} of ${choices.length} (${percent(good / choices.length)})`;
}

function printChange(label: string, { won, lost, ...change }: ChoiceComparison): void {
  const { lower, upper } = change.interval;
  print(
    label,
    `${percent(change.difference)} [${percent(lower)}, ${percent(upper)}], ` +
      `won ${won.length}, lost ${lost.length}, p = ${change.p.toPrecision(2)} (by tool ${change.pByTool.toPrecision(2)})`,
  );
}

/** Means over the permutations; the tool that must be called is chance, 1 of 12, when nothing but descriptions counts. */
async function printShuffled(policy: Policy, prompts: readonly Prompt[]): Promise<void> {
  const random = createRandom('descriptions');
  let right = 0;
  let nearest = 0;
  for (let round = 0; round < shuffles; round += 1) {
    const tools = shuffleDescriptions(toTools(descriptions2), random);
    const choices = await measureSelection(policy, prompts, tools);
    right += choices.filter(isRight).length / choices.length;
    nearest += choices.filter(isNearest).length / choices.length;
  }
  print(
    'desk@2 shuffled',
    `${percent(right / shuffles)}   if it must call ${percent(nearest / shuffles)} ` +
      `(chance ${percent(1 / 12)}; ${shuffles} permutations)`,
  );
}

function printWrong(choices: readonly Choice[]): void {
  for (const { prompt, called } of choices.filter((choice) => !isRight(choice))) {
    print(`  ${prompt.id}`, `wants ${prompt.tool}, calls ${called ?? 'nothing'}`);
  }
}

function print(label: string, text: string): void {
  console.log(`  ${label.padEnd(20)} ${text}`);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
