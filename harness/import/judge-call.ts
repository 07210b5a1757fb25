import { toCanonicalJson } from '../json/canonical-json.ts';
import type { Finding } from '../core/talk/call.ts';
import type { JsonObject } from '../json/json.ts';
import type { EventBody, ReplyCall } from '../core/trial/transcript.ts';
import { compileSchema } from '../schema/judge/compile-schema.ts';
import { parseArguments } from '../schema/judge/parse-arguments.ts';
import type { ImportedTool } from './tool-shelf.ts';

/** The judgement of one call, as the tool boundary would have made it. */
export type JudgedEvent = Extract<EventBody, { type: 'judged' }>;

/** An unknown tool's arguments are read as those of a write that takes anything. */
const unknownOwner = { parameters: { type: 'object' }, effect: 'irreversible' } as const;

/** Judges a call by its tool's definition: unknown tool, unreadable text, broken schema. */
export function judgeCall(said: ReplyCall, tool: ImportedTool | null): JudgedEvent {
  const owner = tool === null ? unknownOwner : { parameters: tool.parameters, effect: tool.grade };
  const reading = parseArguments(said.argumentsText, owner);
  const args = reading.status === 'invalid' ? null : reading.value;
  const findings: Finding[] = [];
  if (tool === null) {
    const text = `There is no tool "${said.name}"`;
    findings.push({ stage: 'policy', code: 'unknown_tool', text });
  }
  const stage = args === null ? 'parse' : 'validation';
  const problems =
    reading.status === 'invalid'
      ? reading.problems
      : compileSchema(owner.parameters).validate(reading.value);
  for (const { code, path, message } of problems) {
    findings.push({ stage, code, path, text: `${path} ${message}` });
  }
  return {
    type: 'judged',
    call: said.ref,
    name: said.name,
    known: tool !== null,
    grade: tool?.grade ?? null,
    reading: reading.status,
    arguments: args,
    findings,
    caughtBy: findings[0]?.stage ?? null,
    confirm: 'not_needed',
    key: args === null ? null : `${said.name}:${toCanonicalJson(args)}`,
  };
}

/** Arguments that could be read, whatever the tool makes of them. */
export function readArguments(argumentsText: string | null): JsonObject | null {
  const reading = parseArguments(argumentsText, unknownOwner);
  return reading.status === 'invalid' ? null : reading.value;
}
