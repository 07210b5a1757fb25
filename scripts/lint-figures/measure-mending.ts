import { heldOut } from '../../suites/support-desk/held-out.ts';
import { toolNames } from '../../suites/support-desk/create-toolset.ts';
import { requests } from '../../suites/support-desk/requests.ts';
import { descriptions1 } from '../../suites/support-desk/tools-1.ts';
import { listSentences } from '../../suites/support-desk/tools-2.ts';
import { type ChoiceComparison, compareChoices } from '../encoder-server/compare-choices.ts';
import { createEncoderPolicy } from '../encoder-server/create-encoder-policy.ts';
import { createWaryPolicy } from '../encoder-server/create-wary-policy.ts';
import { createWordsPolicy } from '../encoder-server/create-words-policy.ts';
import { loadEncoder } from '../encoder-server/encoder.ts';
import { isRight, measureSelection } from '../encoder-server/measure-selection.ts';
import type { ToolText } from '../encoder-server/policy.ts';

/** What mending findings did to the share of prompts for which the right tool is called. */
export interface Mending {
  /** The rules whose findings were mended. */
  readonly rules: readonly string[];
  readonly policy: string;
  readonly prompts: string;
  readonly before: string;
  readonly after: string;
  readonly change: ChoiceComparison;
}

/** The part of a description whose absence a rule reports. */
const partOf = {
  'no-what': 'what',
  'no-when': 'when',
  'no-when-not': 'not',
  'no-returns': 'returns',
} as const;
type PartRule = keyof typeof partOf;

const mended: readonly (readonly PartRule[])[] = [
  ['no-what'],
  ['no-when'],
  ['no-when-not'],
  ['no-returns'],
  ['no-what', 'no-when'],
  ['no-what', 'no-when', 'no-when-not', 'no-returns'],
];

/**
 * Mends the descriptions of `desk@1` by the parts of `desk@2`, which were written for these tools, one rule after the
 * other, and puts the prompts of the suite and those that were held out to each policy.
 */
export async function measureMending(): Promise<readonly Mending[]> {
  const encoder = await loadEncoder();
  const policies = [createEncoderPolicy(encoder), createWaryPolicy(encoder), createWordsPolicy()];
  const sets = { tuning: requests, 'held out': heldOut };
  const results: Mending[] = [];
  for (const rules of mended) {
    for (const policy of policies) {
      for (const [prompts, all] of Object.entries(sets)) {
        const asking = all.filter(({ tool }) => tool !== null);
        const before = await measureSelection(policy, asking, toTools([]));
        const after = await measureSelection(policy, asking, toTools(rules));
        const [first, second] = [before, after].map((choices) => choices.filter(isRight).length);
        results.push({
          rules,
          policy: policy.name,
          prompts,
          before: `${first} of ${asking.length}`,
          after: `${second} of ${asking.length}`,
          change: compareChoices(before, after, isRight),
        });
      }
    }
  }
  return results;
}

function toTools(rules: readonly PartRule[]): readonly ToolText[] {
  return toolNames.map((name) => {
    const sentences = listSentences(name);
    // A description that says what the tool does says so in place of the old one.
    const base = rules.includes('no-what') ? sentences.what : descriptions1[name];
    const others = rules
      .filter((rule) => rule !== 'no-what')
      .map((rule) => sentences[partOf[rule]]);
    return { name, description: [base, ...others].join(' ') };
  });
}
