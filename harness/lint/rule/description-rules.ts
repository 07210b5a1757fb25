import { countTokens } from '../../core/talk/count-tokens.ts';
import { splitWords, toStem } from '../text/split-words.ts';
import type { LintRule, LintedTool, LintedToolset } from '../lint-rule.ts';

/** Tokens that one description may cost each turn. */
const tokenBudget = 300;

const writeVerbs = new Set(
  'add append approve assign authorize book cancel change charge clear close commit confirm copy create deactivate delete deploy disable drop edit enable escalate execute grant insert install invite issue kick kill mark merge move open order pay place post publish purchase put reboot register remove rename reply reserve reset restart revoke schedule send set start stop store submit subscribe terminate transfer trigger turn unblock uninstall unlock unsubscribe update upload withdraw write'.split(
    ' ',
  ),
);

/** Words by which a description says that something changes. */
const writeStems = new Set(
  [
    ...writeVerbs,
    ...'refund give hand report unlock change overwrite record save undo'.split(' '),
  ].map(toStem),
);

/** Sentences that only say when not to use a tool say nothing about when to. */
function withoutLimits(description: string): string {
  return description
    .split(/(?<=[.!?;])\s/u)
    .filter((sentence) => !/^(?:not|never|do not|don't|avoid)\b/iu.test(sentence))
    .join(' ');
}

/** Words that add nothing to a name. */
const idle = new Set(
  'a an the this that of for to and or it its tool function api all some reads writes only'.split(
    ' ',
  ),
);

/** A rule over the description of each tool; `find` gives the message or `null`. */
function describe(
  rule: Omit<LintRule, 'find'>,
  find: (tool: LintedTool, set: LintedToolset) => string | null,
): LintRule {
  return {
    ...rule,
    find: (set) =>
      set.tools.flatMap((tool) => {
        const message = find(tool, set);
        return message === null ? [] : [{ tool: tool.name, field: '', message }];
      }),
  };
}

const when =
  /\b(?:when|whenever|if|use (?:it|this|the tool|for|to)|call (?:it|this)|useful (?:for|to|if)|for (?:questions|requests|cases)|in case)\b/iu;
const whenNot =
  /\b(?:not|n't|never|instead|rather than|unless|except|avoid|other than|only (?:for|if|when|once)|without)\b/iu;
const returns =
  /\b(?:returns?|returned|gives? back|yields?|outputs?|responds? with|result(?:s)?(?: is| are| in|:)|answers? with)\b/iu;

/**
 * The four parts of a description (what, when, when not, what it returns), what it must not hide, and what it costs.
 */
export const descriptionRules: readonly LintRule[] = [
  describe(
    {
      id: 'no-what',
      severity: 'warning',
      about: 'The description does not say what the tool does.',
      why: 'A model guesses from the name, and two tools with near names are mistaken for each other.',
      before: '"description": "Order tool."',
      after:
        '"description": "Lists the orders of the customer on the line, newest first (reads only)."',
    },
    ({ name, description }) => {
      const [first = ''] = description.split(/(?<=[.!?])\s/u);
      if (splitWords(first).length === 0) return 'there is no description';
      const named = new Set(splitWords(name).map(toStem));
      const isMore = (word: string): boolean => !idle.has(word) && !named.has(toStem(word));
      return splitWords(first).some(isMore)
        ? null
        : `the description begins with "${first}", which says no more than the name`;
    },
  ),
  describe(
    {
      id: 'no-when',
      severity: 'warning',
      about: "The description does not say when to use the tool, in the user's words.",
      why: 'What the tool does and what users say are different words; the model has to bridge them alone.',
      before: '"Resets a user account."',
      after: '"... Use it when the user cannot sign in: \\"I forgot my password\\"."',
    },
    ({ description }) =>
      when.test(withoutLimits(description)) ? null : 'the description does not say when to use it',
  ),
  describe(
    {
      id: 'no-when-not',
      severity: 'warning',
      about: 'The description does not say when not to use the tool, and which one instead.',
      why: 'Overlapping tools are distinguished by their limits; without these the model chooses by similar words.',
      before: '"Refunds an order."',
      after: '"... Not for orders that are not shipped yet: use cancel_order."',
    },
    ({ name, description }, { tools }) => {
      if (tools.length < 2) return null;
      const namesOther = tools.some(
        (tool) => tool.name !== name && description.includes(tool.name),
      );
      return namesOther || whenNot.test(description)
        ? null
        : 'the description does not say when not to use it, and which tool instead';
    },
  ),
  describe(
    {
      id: 'no-returns',
      severity: 'note',
      about: 'The description does not say what the tool returns.',
      why: 'A model that does not know what comes back calls a second tool for what it has already, or not at all.',
      before: '"Reads an order."',
      after: '"... Returns status, items and the amount paid."',
    },
    ({ description, returns: schema }) =>
      returns.test(description) || schema !== null
        ? null
        : 'the description does not say what it returns',
  ),
  describe(
    {
      id: 'write-not-said',
      severity: 'warning',
      about: 'A tool changes something and its description does not say so.',
      why: 'It is tried out, repeated and called in parallel as if it were a read.',
      before: '"refund": "Order refunds."',
      after: '"refund": "Gives money back on one order (writes; cannot be undone)."',
    },
    (tool) => {
      const { description, effect, name } = tool;
      const verb = splitWords(name)[0] ?? '';
      const writes = effect === null ? writeVerbs.has(verb) : effect !== 'read';
      const stems = splitWords(description).map(toStem);
      const isSaid =
        stems.some((stem) => writeStems.has(stem)) || /\bbook|\bwrit/iu.test(description);
      return writes && !isSaid
        ? 'the tool changes something, and the description does not say so'
        : null;
    },
  ),
  describe(
    {
      id: 'description-over-budget',
      severity: 'warning',
      about: `A description of more than ${tokenBudget} tokens.`,
      why: 'It is sent with every turn of every conversation, and long texts bury the limits of a tool.',
      before: 'a page of examples',
      after: 'four sentences: what, when, when not, what it returns',
    },
    ({ description }) => {
      const tokens = countTokens(description);
      return tokens > tokenBudget
        ? `the description costs about ${tokens} tokens a turn, more than ${tokenBudget}`
        : null;
    },
  ),
];
