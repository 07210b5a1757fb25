import type { ChatMessage } from '../../core/talk/chat.ts';
import { toJsonPath } from '../../json/to-json-path.ts';
import type { ScenarioInput } from '../input/suite-input.ts';
import type { SuiteFinding } from '../load/suite-finding.ts';
import type { Entry } from '../load/suite-parts.ts';

/** Checks an earlier conversation: every call answered before anything else is said, every answer to a call. Providers refuse others. */
export function checkHistory(entry: Entry<ScenarioInput>): readonly SuiteFinding[] {
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
    message: `the history answers the call "${message.tool_call_id}", which nobody made before it`,
    found: message.tool_call_id,
  };
}
