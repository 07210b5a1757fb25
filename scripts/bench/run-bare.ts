import { closeSync, openSync, mkdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { toLanePath } from '../../harness/cassette/lane/lane-path.ts';
import type { CallLine } from '../../harness/cassette/lane/lane-line.ts';
import type { JsonObject } from '../../harness/json/json.ts';
import { cleanPlan, type Lane } from '../../harness/core/suite/lane.ts';
import { compileSchema } from '../../harness/schema/judge/compile-schema.ts';
import type { BenchTask } from './bench-task.ts';
import { type DeskCase, toDeskCase } from './desk-case.ts';
import { deskTools } from './desk-tools.ts';

/** The part of a chat completion that a bare loop looks at. */
interface Completion {
  readonly choices: readonly {
    readonly message: {
      readonly content: string | null;
      readonly tool_calls?: readonly {
        readonly function: { readonly name: string; readonly arguments: string };
      }[];
    };
  }[];
}

const tools = new Map(deskTools.map((tool) => [tool.name, tool]));

/**
 * The least that a script for the same question does: read the same files, parse them, read the bodies, validate the
 * arguments with the same compiled validators, compare, write one row. No loop, no tools, no world, no seal. As `kept`, the
 * row holds all that was read, as a transcript does.
 */
export function runBare(task: BenchTask): number {
  mkdirSync(task.out, { recursive: true });
  const rows = openSync(join(task.out, 'rows.jsonl'), 'a');
  let passed = 0;
  for (let index = 0; index < task.scenarios; index += 1) {
    const one = toDeskCase(index);
    for (let repeat = 1; repeat <= task.repeats; repeat += 1) {
      const lane: Lane = {
        suite: 'desk',
        scenario: `move-${index}`,
        variant: 'reference',
        plan: cleanPlan,
        repeat,
      };
      const lines = parseLines(readFileSync(toLanePath(task.cassettes, lane), 'utf8'));
      const row = judgeLane(lines, one);
      const kept = task.kind === 'kept' ? { lines } : {};
      writeSync(rows, `${JSON.stringify({ lane, ...row, ...kept })}\n`);
      if (row.passed) passed += 1;
    }
  }
  closeSync(rows);
  return passed;
}

interface BareRow {
  readonly passed: boolean;
  readonly calls: readonly {
    readonly name: string;
    readonly valid: boolean;
    readonly right: boolean;
  }[];
  readonly text: string | null;
}

interface LaneLine {
  readonly type: string;
}

function parseLines(file: string): readonly LaneLine[] {
  return file
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LaneLine);
}

function judgeLane(lines: readonly LaneLine[], one: DeskCase): BareRow {
  const calls: { name: string; valid: boolean; right: boolean }[] = [];
  let text: string | null = null;
  for (const line of lines) {
    if (line.type !== 'call') continue;
    const { message } = readReply(line as CallLine);
    text = message.content;
    for (const { function: said } of message.tool_calls ?? []) {
      const args = JSON.parse(said.arguments) as JsonObject;
      const tool = tools.get(said.name);
      const wanted = one.calls[calls.length];
      calls.push({
        name: said.name,
        valid: tool !== undefined && compileSchema(tool.parameters).validate(args).length === 0,
        right: wanted?.tool === said.name && isDeepStrictEqual(args, wanted.args),
      });
    }
  }
  const passed =
    calls.length === one.calls.length &&
    calls.every(({ valid, right }) => valid && right) &&
    text?.includes(one.day) === true;
  return { passed, calls, text };
}

function readReply(call: CallLine): Completion['choices'][number] {
  const frames = call.attempts.at(-1)?.exchange.frames ?? [];
  const body = frames.map((frame) => ('text' in frame ? frame.text : '')).join('');
  const [choice] = (JSON.parse(body) as Completion).choices;
  if (choice === undefined) throw new Error('A recorded reply has no choice');
  return choice;
}
