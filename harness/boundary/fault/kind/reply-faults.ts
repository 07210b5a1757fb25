import type { Exchange } from '../../../core/talk/exchange.ts';
import { isJsonObject, type JsonObject } from '../../../json/json.ts';
import { isEventStream, toBodyText, toStreamEvents, withBody } from './body-text.ts';
import { toEventText, toFirstChoice } from './edit-stream.ts';
import type { ModelFaultKind } from '../fault-kind.ts';
import { readObject } from './read-object.ts';

const base = {
  on: 'model',
  layer: 'output',
  phase: 'after',
  trace: 'reply',
  costs: 'nothing',
} as const;

/** Faults in what a reply says about itself. */
export const replyFaults: readonly ModelFaultKind[] = [
  {
    ...base,
    kind: 'contradicting_finish',
    about: 'The reason to stop contradicts the reply: calls with "stop", or none with "tool_calls"',
    correct: 'Goes by the calls that are there and names the contradiction',
    decides: ['effects.missing', 'termination.clean'],
    parameters: [],
    strike: () => ({ type: 'transform', apply: contradict }),
  },
  {
    ...base,
    kind: 'call_as_text',
    costs: 'attempt',
    spoils: true,
    about: 'The calls are written as text instead of being made',
    correct:
      'Runs nothing from text and does not take it for an answer: tells the model to make the call',
    decides: ['task.success'],
    parameters: [],
    strike: () => ({ type: 'transform', apply: writeCalls }),
  },
];

const reason = /("finish_reason"\s*:\s*)"(tool_calls|stop)"/gu;

function contradict(exchange: Exchange): Exchange {
  const flip = (text: string): string =>
    text.replace(reason, (_all, before: string, said: string) => {
      return `${before}"${said === 'stop' ? 'tool_calls' : 'stop'}"`;
    });
  const pieces = isEventStream(exchange)
    ? toStreamEvents(exchange)
    : [{ atMs: exchange.endAtMs, text: toBodyText(exchange) }];
  const flipped = pieces.map((piece) => ({ atMs: piece.atMs, text: flip(piece.text) }));
  const changed = flipped.some((piece, index) => piece.text !== pieces[index]?.text);
  return changed ? withBody(exchange, flipped) : exchange;
}

function writeCalls(exchange: Exchange): Exchange {
  return isEventStream(exchange) ? writeStreamedCalls(exchange) : writeWholeCalls(exchange);
}

function writeWholeCalls(exchange: Exchange): Exchange {
  const body = readObject(toBodyText(exchange));
  const choice = toFirstChoice(body);
  const message = choice?.['message'];
  if (!isJsonObject(message)) return exchange;
  const { tool_calls: calls, ...rest } = message;
  const text = toMarkup(readCalls(calls));
  if (text === '') return exchange;
  const choices = [{ ...choice, message: { ...rest, content: text }, finish_reason: 'stop' }];
  const written = JSON.stringify({ ...body, choices });
  return withBody(exchange, [{ atMs: exchange.endAtMs, text: written }]);
}

function writeStreamedCalls(exchange: Exchange): Exchange {
  const chunks = toStreamEvents(exchange).map((event) =>
    readObject(event.text.replace(/^data:/u, '')),
  );
  const calls = new Map<number, WrittenCall>();
  for (const chunk of chunks) {
    const delta = toFirstChoice(chunk)?.['delta'];
    if (!isJsonObject(delta)) continue;
    for (const piece of readCalls(delta['tool_calls'])) {
      const known = calls.get(piece.index) ?? { ...piece, name: '', arguments: '' };
      calls.set(piece.index, {
        index: piece.index,
        name: known.name + piece.name,
        arguments: known.arguments + piece.arguments,
      });
    }
  }
  const text = toMarkup([...calls.values()]);
  if (text === '') return exchange;
  const head = chunks.find((chunk) => chunk !== null);
  const chunkOf = (delta: JsonObject, finish: string | null): string =>
    toEventText({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] });
  const atMs = exchange.endAtMs;
  return withBody(exchange, [
    { atMs, text: chunkOf({ role: 'assistant', content: text }, null) },
    { atMs, text: chunkOf({}, 'stop') },
    { atMs, text: 'data: [DONE]\n\n' },
  ]);
}

interface WrittenCall {
  readonly index: number;
  readonly name: string;
  readonly arguments: string;
}

function readCalls(calls: unknown): readonly WrittenCall[] {
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown, position) => {
    if (!isJsonObject(call)) return [];
    const { index, function: said } = call;
    const { name, arguments: text } = isJsonObject(said) ? said : {};
    return [
      {
        index: typeof index === 'number' ? index : position,
        name: typeof name === 'string' ? name : '',
        arguments: typeof text === 'string' ? text : '',
      },
    ];
  });
}

function toMarkup(calls: readonly WrittenCall[]): string {
  return calls
    .map((call) => {
      const args = call.arguments === '' ? '{}' : call.arguments;
      return `<tool_call>{"name":${JSON.stringify(call.name)},"arguments":${args}}</tool_call>`;
    })
    .join('\n');
}
