import type { ConfirmState, Finding } from '../../core/talk/call.ts';
import { exactJson } from '../../json/exact-arguments.ts';
import type { JsonObject } from '../../json/json.ts';
import type { ScoredTool } from '../../core/score/scorer.ts';
import type { ReplyCall } from '../../core/trial/transcript.ts';
import { compileSchema } from '../../schema/judge/compile-schema.ts';
import { parseArguments, parseSaidCall } from '../../schema/judge/parse-arguments.ts';
import type { CallView } from '../view/trial-view.ts';

/** An unknown tool's arguments are read as those of a write that takes anything. */
const unknownOwner = { parameters: { type: 'object' }, effect: 'irreversible' } as const;

/**
 * Judges a call that no tool boundary judged, as in a transcript made elsewhere: unknown tool, unreadable text,
 * broken schema.
 */
export function judgeText(
  said: ReplyCall,
  tool: ScoredTool | null,
): Pick<CallView, 'reading' | 'arguments' | 'findings' | 'caughtBy' | 'confirm' | 'key'> {
  const owner = tool === null ? unknownOwner : { parameters: tool.parameters, effect: tool.grade };
  const reading = parseSaidCall(said, owner);
  const findings: Finding[] = [];
  if (tool === null) {
    findings.push({
      stage: 'policy',
      code: 'unknown_tool',
      text: `There is no tool "${said.name}"`,
    });
  }
  const invalid = reading.status === 'invalid';
  const stage = invalid ? 'parse' : 'validation';
  const problems = invalid
    ? reading.problems
    : compileSchema(owner.parameters).validate(reading.value);
  for (const { code, path, message } of problems) {
    findings.push({ stage, code, path, text: `${path} ${message}` });
  }
  return {
    reading: reading.status,
    arguments: invalid ? null : reading.value,
    findings,
    caughtBy: findings[0]?.stage ?? null,
    confirm: invalid || tool === null ? 'not_needed' : toConfirm(tool, reading.value),
    key: invalid ? null : `${said.name}:${exactJson(reading.value)}`,
  };
}

/** A transcript made elsewhere has no known tokens, so a call with any token counts as confirmed. */
function toConfirm({ confirm }: ScoredTool, args: JsonObject): ConfirmState {
  if (confirm !== 'token') return 'not_needed';
  const token = args['confirm_token'] ?? '';
  return token === '' || args['dry_run'] === true ? 'preview' : 'confirmed';
}

/** Arguments that could be read, even if the tool refuses them. */
export function readArguments(argumentsText: string | null): JsonObject | null {
  const reading = parseArguments(argumentsText, unknownOwner);
  return reading.status === 'invalid' ? null : reading.value;
}
