// `node bare-lanes.mjs FOLDER OUT`: the least that a script does with recorded conversations. It reads every file, parses
// its lines and bodies (also streamed ones), compares the calls with what is expected, and writes one row each.
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const [, , folder, out] = process.argv;
const rows = openSync(out, 'w');
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.jsonl')) continue;
  const calls = [];
  let text = null;
  for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
    if (line === '') continue;
    const { type, attempts } = JSON.parse(line);
    if (type !== 'call') continue;
    const { frames } = attempts.at(-1).exchange;
    const message = readMessage(frames.map((frame) => frame.text).join(''));
    text = message.content;
    for (const call of message.tool_calls ?? []) {
      calls.push({ name: call.function.name, args: JSON.parse(call.function.arguments) });
    }
  }
  const passed = calls.length === 1 && calls[0].name === 'look' && text !== null;
  writeSync(rows, `${JSON.stringify({ name, passed, calls, text })}\n`);
}
closeSync(rows);

function readMessage(body) {
  if (!body.startsWith('data:')) return JSON.parse(body).choices[0].message;
  const calls = [];
  let content = '';
  for (const part of body.split('\n\n')) {
    if (part === '' || part === 'data: [DONE]') continue;
    const { delta } = JSON.parse(part.slice(6)).choices[0] ?? {};
    content += delta?.content ?? '';
    for (const { index, function: said } of delta?.tool_calls ?? []) {
      calls[index] ??= { function: { name: said.name, arguments: '' } };
      calls[index].function.arguments += said.arguments;
    }
  }
  return { content: content === '' ? null : content, tool_calls: calls };
}
