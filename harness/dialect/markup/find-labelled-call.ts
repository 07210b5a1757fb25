import type { TextCall } from './find-text-call.ts';
import { isShown } from './is-shown.ts';
import type { Outline } from './outline.ts';
import { toToolName } from './tool-name.ts';

/** More labels than this are a list, not a call. */
const mostCandidates = 50;

const actions = String.raw`Action|Acción|Ação|Aktion|Azione|Actie|Действие|Akcja|Eylem|行动|行動|动作|操作|アクション|행동|액션`;
const labels = String.raw`(?:tool|function)(?:[_ ](?:call|name|use))?|name|api`;
const labelled = new RegExp(
  String.raw`(?:^|\n)[ \t]{0,16}(?:- )?[*_]{0,2}(?:(?<action>${actions})|${labels})[*_]{0,2} ?[:：][*_]{0,2}[ \t]{0,4}["'\x60]{0,2}(?<name>[A-Za-z_][\w.:/-]{0,127})["'\x60]{0,2}`,
  'giu',
);

/** Behind `Action: NAME`: brackets, JSON, another labelled line, or nothing, as the model stops before the observation. */
const behindAction =
  /^[ \t]{0,8}(?:[[({]|\n\s{0,8}(?:[*_]{0,2}[\p{L} ]{1,30}[:：]|[{`])|\s{0,8}$)/u;
/** Behind `Tool: NAME`: arguments as JSON, in a fence, or as fields with values (a definition has types). */
const behindTool =
  /^\s{0,8}(?:`{3}\w{0,16}\s{0,4})?(?:[*_]{0,2}(?:(?:tool|action)[_ ])?(?:arguments|parameters|params|args|input)[*_]{0,2} ?[:：][*_]{0,2}\s{0,4}(?:`{1,3}(?:\w{0,16}\s{1,4})?)?(?:\{|\n?[ \t]{0,16}(?!type|properties|required|\w{1,64} ?: ?\n)\w{1,64} ?[:=] ?\S)|\{\s{0,8}["'}])/iu;

/** Finds a call written as labelled lines: `Action: NAME` and its input, in the languages of agent prompts, or `tool: NAME` and its arguments. */
export function findLabelledCall(outline: Outline, tools: ReadonlySet<string>): TextCall | null {
  const { text } = outline;
  let candidates = 0;
  for (const match of text.matchAll(labelled)) {
    const name = toToolName(match.groups?.['name'] ?? '');
    if (!tools.has(name)) continue;
    candidates += 1;
    if (candidates > mostCandidates) return null;
    const isAction = match.groups?.['action'] !== undefined;
    const next = text.slice(match.index + match[0].length, match.index + match[0].length + 300);
    if (!(isAction ? behindAction : behindTool).test(next)) continue;
    const start = match.index + (match[0].startsWith('\n') ? 1 : 0);
    if (isShown(outline, { start, end: text.length })) continue;
    return { form: isAction ? 'react' : 'fields', name };
  }
  return null;
}
