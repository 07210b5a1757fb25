import type { Toolset } from 'toolrig';

import { createToolset } from './create-toolset.ts';
import { describeWithout, type DescriptionPart } from './tools-2.ts';

/** What is left out of the descriptions of `desk@2`, one at a time. */
export const describedParts: readonly DescriptionPart[] = [
  'what',
  'when',
  'not',
  'returns',
  'examples',
];

const words: Readonly<Record<DescriptionPart, string>> = {
  what: 'what the tool does',
  when: 'when it is meant, in the words of users',
  not: 'when it is not meant and which tool instead',
  returns: 'what comes back',
  examples: 'the quoted words of users',
};

/** `desk@2` without each part in turn. */
export const partToolsets: readonly Toolset[] = describedParts.map((part) =>
  createToolset(`desk@2-no-${part}`, describeWithout(part), `desk@2 without ${words[part]}`),
);

/** The whole first, so that it is the baseline. */
export const partVariants: readonly {
  readonly name: string;
  readonly model: string;
  readonly toolset: string;
}[] = [
  { name: 'parts-all', model: 'encoder-not', toolset: 'desk@2' },
  ...describedParts.map((part) => ({
    name: `no-${part}`,
    model: 'encoder-not',
    toolset: `desk@2-no-${part}`,
  })),
];
