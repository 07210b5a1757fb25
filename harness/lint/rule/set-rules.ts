import { splitWords } from '../text/split-words.ts';
import { WordSpace } from '../text/word-space.ts';
import type { LintHit, LintRule, LintedTool, LintedToolset } from '../lint-rule.ts';

/** Tokens of all descriptions and schemas together above which tools should be offered in part. */
const mostOfSet = 6000;
/** Cosine of two tools' texts from which on they are called alike. */
const alike = 0.62;

/** Rules that compare the tools of a set with each other. */
export const setRules: readonly LintRule[] = [
  {
    id: 'overlap',
    severity: 'warning',
    about: 'Two tools have nearly the same text.',
    why: 'The model chooses between them by chance.',
    before: '"Search documents." and "Search the documents for text."',
    after: 'each with its own words, and a sentence that sends the rest to the other',
    find: findOverlaps,
  },
  {
    id: 'request-nearer-to-another',
    severity: 'note',
    about:
      'A request of the suite has more words in common with another tool than with the right one.',
    why: 'A model that goes by words picks the other tool. Add the words of the request to "when", or send them away in the other one.',
    before: '"My account is locked" is nearer to close_account',
    after: 'reset_account: "Use it when the account is locked"',
    find: findAstray,
  },
  {
    id: 'set-over-budget',
    severity: 'warning',
    about: `All tools together cost more than ${mostOfSet} tokens a turn.`,
    why: 'They are sent with each turn, and selection gets worse with every tool that is not needed.',
    before: '60 tools in every request',
    after: 'tools by role or phase, or a router in front',
    find: ({ tools }) => {
      const tokens = tools.reduce((sum, tool) => sum + countTool(tool), 0);
      const [first] = tools;
      if (tokens <= mostOfSet || first === undefined) return [];
      const message = `the ${tools.length} tools cost about ${tokens} tokens a turn, more than ${mostOfSet}`;
      return [{ tool: '', field: '', message }];
    },
  },
];

function countTool({ name, description, parameters }: LintedTool): number {
  return Math.ceil((name.length + description.length + JSON.stringify(parameters).length) / 4);
}

function toText({ name, description }: LintedTool): string {
  return `${splitWords(name).join(' ')} ${description}`;
}

/** A text that sends some requests to the other tool separates the two, however alike their words are. */
function findOverlaps({ tools }: LintedToolset): readonly LintHit[] {
  const space = new WordSpace(tools.map(toText));
  return tools.flatMap((tool, index) =>
    tools.slice(index + 1).flatMap((other) => {
      const sendsOver =
        tool.description.includes(other.name) || other.description.includes(tool.name);
      const near = space.compare(toText(tool), toText(other));
      if (sendsOver || near < alike) return [];
      const message = `"${tool.name}" and "${other.name}" have ${Math.round(near * 100)} % of their words in common (weighed by rarity)`;
      return [{ tool: tool.name, field: '', message }];
    }),
  );
}

function findAstray({ tools, requests }: LintedToolset): readonly LintHit[] {
  const space = new WordSpace(tools.map(toText));
  return requests.flatMap(({ id, text, tools: right }) => {
    const ranked = tools
      .map((tool) => ({ tool, near: space.compare(text, toText(tool)) }))
      .toSorted((a, b) => b.near - a.near);
    const best = ranked.find(({ tool }) => right.includes(tool.name));
    const [first] = ranked;
    if (best === undefined || first === undefined || first.near - best.near <= 0.05) return [];
    const margin = (first.near - best.near).toFixed(2);
    const message = `request "${id}" is nearer to "${first.tool.name}" by ${margin}: ${JSON.stringify(shorten(text))}`;
    return [{ tool: best.tool.name, field: '', message }];
  });
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
