import type { ConfirmState, Finding } from '../core/call.ts';
import { exactJson } from '../core/exact-arguments.ts';
import type { JsonObject } from '../core/json.ts';
import type { ScoredTool } from '../core/scorer.ts';
import type { ReplyCall } from '../core/transcript.ts';
import { compileSchema } from '../schema/compile-schema.ts';
import { parseSaidCall } from '../schema/parse-said-call.ts';
import type { CallView } from './trial-view.ts';

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

/** A transcript made elsewhere knows no tokens: whoever brings one has confirmed. */
function toConfirm({ confirm }: ScoredTool, args: JsonObject): ConfirmState {
  if (confirm !== 'token') return 'not_needed';
  const token = args['confirm_token'] ?? '';
  return token === '' || args['dry_run'] === true ? 'preview' : 'confirmed';
}
