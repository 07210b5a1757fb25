import type { AgentEnd } from '../core/suite/agent.ts';
import { stopReasons } from '../core/trial/stop-reason.ts';
import { isJsonObject } from '../json/json.ts';

const expected = 'expected one JSON object with "content", such as {"content": "Done."}';

/** Reads what an agent answered to one turn, or describes its error. */
export function readAnswer(text: string): AgentEnd | string {
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `The agent answered "${shown}", which is not JSON: ${expected}`;
  }
  if (!isJsonObject(value)) return `The agent answered "${shown}": ${expected}`;
  const { content, stopReason = 'answered' } = value;
  if (typeof content !== 'string' && content !== null) {
    return `The agent answered "${shown}": ${expected}`;
  }
  const known = stopReasons.find((reason) => reason === stopReason);
  if (known === undefined) {
    return `The agent answered the stop reason ${JSON.stringify(stopReason)}, expected one of ${stopReasons.join(', ')}`;
  }
  return { stopReason: known, text: content };
}
