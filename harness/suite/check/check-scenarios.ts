import type { ChatMessage } from '../../core/talk/chat.ts';
import { toJsonPath } from '../../json/to-json-path.ts';
import type { ScenarioInput } from '../input/suite-input.ts';
import type { SuiteFinding } from '../load/suite-finding.ts';
import type { Entry, SuiteParts } from '../load/suite-parts.ts';
import { observedTag } from '../write/write-observed-suite.ts';
import { checkExpected } from './expected/check-expected.ts';
import { refuseUnknownName } from './refuse-unknown-name.ts';
import { readModel, toolsOf, toVariantUses, usesOf, type VariantUse } from './variant-use.ts';

/** Checks every scenario: it checks something, and what it expects and brings along can happen. */
export function checkScenarios(parts: SuiteParts): readonly SuiteFinding[] {
  const all = toVariantUses(parts);
  return parts.scenarios
    .filter((entry) => entry.sound)
    .flatMap((entry) => {
      const uses = usesOf(entry.value, all);
      return [
        ...checkVariantNames(entry, all),
        ...checkScript(entry, uses),
        ...checkHuman(entry, uses),
        ...checkHistory(entry),
        ...checkObserved(entry),
        ...checkExpected(entry, { parts, uses, tools: toolsOf(uses) }),
      ];
    });
}

function checkVariantNames(
  entry: Entry<ScenarioInput>,
  uses: readonly VariantUse[],
): readonly SuiteFinding[] {
  const known = uses.map((use) => use.name);
  return (entry.value.variants ?? []).flatMap((name, index) =>
    refuseUnknownName({
      what: 'variant',
      name,
      path: toJsonPath(['variants', index], entry.path),
      known,
    }),
  );
}

/** A scripted model needs a script, and a script needs a scripted model. */
function checkScript(
  entry: Entry<ScenarioInput>,
  uses: readonly VariantUse[],
): readonly SuiteFinding[] {
  const { script } = entry.value;
  const scripted = uses.filter((use) => readModel(use.model).script !== undefined);
  if (script === undefined) {
    const silent = scripted.find((use) => readModel(use.model).script?.length === 0);
    if (silent === undefined) return [];
    const message = `scenario "${entry.name}" has no script, and neither has the model of variant "${silent.name}"`;
    return [{ code: 'no_script', path: entry.path, message, remedy: 'Give it a "script"' }];
  }
  const path = `${entry.path}.script`;
  if (script.length === 0) {
    const message = `the script of scenario "${entry.name}" is empty, so the model could say nothing`;
    return [{ code: 'empty_script', path, message }];
  }
  if (scripted.length > 0 || uses.length === 0) return [];
  const message = `no variant of scenario "${entry.name}" has a scripted model, so its script is never played`;
  return [{ code: 'unused_setting', path, message, remedy: 'Add a model with script: []' }];
}

/** Of a suite that was written from what was seen. */
function checkObserved({ name, value, path }: Entry<ScenarioInput>): readonly SuiteFinding[] {
  if (value.tags?.includes(observedTag) !== true) return [];
  const message = `the expectations of scenario "${name}" are what was observed, and no one has confirmed them`;
  const remedy = `Read them, correct what is wrong, and remove the tag "${observedTag}"`;
  return [{ code: 'observed', severity: 'warning', path: `${path}.tags`, message, remedy }];
}

function checkHuman(
  entry: Entry<ScenarioInput>,
  uses: readonly VariantUse[],
): readonly SuiteFinding[] {
  if (entry.value.human === undefined) return [];
  const tools = uses.flatMap((use) => use.toolset?.tools ?? []);
  if (tools.some((tool) => tool.sound && tool.value.confirm === 'human')) return [];
  const message = `the human of scenario "${entry.name}" is never asked: no tool in use has confirm: human`;
  return [{ code: 'unused_setting', severity: 'warning', path: `${entry.path}.human`, message }];
}

/** Checks an earlier conversation: every call answered before anything else is said, every answer to a call. Providers refuse others. */
function checkHistory(entry: Entry<ScenarioInput>): readonly SuiteFinding[] {
  const history = entry.value.history ?? [];
  const findings: SuiteFinding[] = [];
  let open = new Map<string, string>();
  const closeTurn = (): void => {
    for (const [id, path] of open) findings.push(refuseUnanswered(id, path));
    open = new Map();
  };
  history.forEach((message, index) => {
    const path = toJsonPath(['history', index], entry.path);
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) findings.push(refuseAnswer(message, path));
      return;
    }
    closeTurn();
    for (const call of message.role === 'assistant' ? (message.tool_calls ?? []) : []) {
      open.set(call.id, path);
    }
  });
  closeTurn();
  return findings;
}

function refuseUnanswered(id: string, path: string): SuiteFinding {
  return {
    code: 'unanswered_call',
    path: `${path}.tool_calls`,
    message: `the call "${id}" of the history is never answered; providers refuse such a conversation`,
    expected: `a message with role "tool" and tool_call_id "${id}" right after it`,
  };
}

function refuseAnswer(message: ChatMessage & { role: 'tool' }, path: string): SuiteFinding {
  return {
    code: 'dangling_answer',
    path: `${path}.tool_call_id`,
    message: `the history answers the call "${message.tool_call_id}", which no earlier message makes`,
    found: message.tool_call_id,
  };
}
