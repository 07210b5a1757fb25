import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { deniedResult, errorResult, type HandlerOutcome } from '../core/trial/tool-outcome.ts';
import type { McpAnswer } from './connect-mcp.ts';

/**
 * What a server answered, as a handler gives it: the structured content where there is one, else the text of its parts, else
 * the parts themselves. MCP has no word for a refusal, so an error that begins as one is `denied`.
 */
export function toToolResult(answer: McpAnswer): JsonValue | HandlerOutcome {
  if (!answer.ok) return toError(answer.message, answer.code);
  const { result } = answer;
  if (result['isError'] === true) return toError(readText(result) ?? 'The call failed', null);
  return result['structuredContent'] ?? readText(result) ?? result['content'] ?? null;
}

const refusals =
  /^(?:error: *)?(?:access|permission|operation|request)?[ -]*(?:denied|forbidden|not permitted)\b/iu;

/** JSON-RPC: the parameters are wrong. */
const invalidParams = -32_602;

function toError(message: string, code: number | null): HandlerOutcome {
  const [text = ''] = message.trim().split('\n', 1);
  if (refusals.test(text)) return deniedResult(text);
  return errorResult(
    code === invalidParams
      ? { kind: 'invalid_arguments', message: text, recoverable: true }
      : { kind: 'failed', message: text },
  );
}

/** The texts of a result whose parts are all text; `null` when one is not, or there is none. */
function readText(result: JsonObject): string | null {
  const { content } = result;
  if (!Array.isArray(content) || content.length === 0) return null;
  const texts = content.map((part: JsonValue) =>
    isJsonObject(part) && part['type'] === 'text' ? part['text'] : null,
  );
  return texts.every((text) => typeof text === 'string') ? texts.join('\n') : null;
}
