import { expect, it } from 'vitest';
import type { JsonValue } from '../../json/json.ts';
import type { SaidCall } from '../../core/talk/model.ts';
import { sampleFinish, samplePiece, sampleStream } from '../../testing/sample-exchange.ts';
import { decodeChat } from '../chat/decode-chat.ts';
import type { DecodeContext } from '../decoded.ts';

interface Reading {
  readonly calls: readonly string[];
  readonly codes: readonly string[];
}

function toLine(call: SaidCall): string {
  return `${call.id ?? '-'} ${call.name} ${call.argumentsText ?? '-'}`;
}

function read(chunks: readonly JsonValue[], context: DecodeContext = {}): Reading {
  const decoded = decodeChat(sampleStream(chunks), context);
  if (!decoded.ok) {
    const { code, deviations } = decoded.error;
    return { calls: [`error ${code}`], codes: deviations.map((deviation) => deviation.code) };
  }
  const { calls, deviations } = decoded.reply;
  return { calls: calls.map(toLine), codes: deviations.map((deviation) => deviation.code) };
}

it.each([
  [
    'B024 one call without any index',
    [
      samplePiece({ id: 'c1', name: 'read_doc', text: '{"p":' }),
      samplePiece({ text: '"a"}' }),
      sampleFinish,
    ],
    ['c1 read_doc {"p":"a"}'],
    ['index_missing'],
  ],
  [
    'B025 two calls without any index',
    [
      samplePiece({ id: 'c1', name: 'get_a', text: '{"x":1}' }),
      samplePiece({ id: 'c2', name: 'get_b', text: '{"y":2}' }),
      sampleFinish,
    ],
    ['c1 get_a {"x":1}', 'c2 get_b {"y":2}'],
    ['index_missing'],
  ],
  [
    'B026 two calls under one index',
    [
      samplePiece({ index: 0, id: 'c1', name: 'read_doc', text: '{"p":"a"}' }),
      samplePiece({ index: 0, id: 'c2', name: 'read_doc', text: '{"p":"b"}' }),
      sampleFinish,
    ],
    ['c1 read_doc {"p":"a"}', 'c2 read_doc {"p":"b"}'],
    ['index_reused'],
  ],
  [
    'B026 two calls under one index, in fragments',
    [
      samplePiece({ index: 0, id: 'c1', name: 'read_doc', text: '' }),
      samplePiece({ index: 0, text: '{"p":"a"}' }),
      samplePiece({ index: 0, id: 'c2', name: 'read_doc', text: '' }),
      samplePiece({ index: 0, text: '{"p":' }),
      samplePiece({ index: 0, text: '"b"}' }),
      sampleFinish,
    ],
    ['c1 read_doc {"p":"a"}', 'c2 read_doc {"p":"b"}'],
    ['index_reused'],
  ],
  [
    'B027 fragments of two calls in turn',
    [
      samplePiece({ index: 0, id: 'c1', name: 'get_a', text: '{"x":' }),
      samplePiece({ index: 1, id: 'c2', name: 'get_b', text: '{"y":' }),
      samplePiece({ index: 0, text: '1}' }),
      samplePiece({ index: 1, text: '2}' }),
      sampleFinish,
    ],
    ['c1 get_a {"x":1}', 'c2 get_b {"y":2}'],
    [],
  ],
  [
    'B028 the index grows within one call',
    [
      samplePiece({ index: 0, id: 'c1', name: 'read_doc', text: '{"p":' }),
      samplePiece({ index: 1, text: '"a' }),
      samplePiece({ index: 2, text: 'b"}' }),
      sampleFinish,
    ],
    ['c1 read_doc {"p":"ab"}'],
    ['index_drift'],
  ],
  [
    'B029 fragments with and without index',
    [
      samplePiece({ index: 0, id: 'c1', name: 'get_a', text: '{}' }),
      samplePiece({ id: 'c2', name: 'get_b', text: '{"y":' }),
      samplePiece({ text: '2}' }),
      sampleFinish,
    ],
    ['c1 get_a {}', 'c2 get_b {"y":2}'],
    ['index_missing'],
  ],
  [
    'B031 a name in two parts',
    [
      samplePiece({ index: 0, id: 'c1', name: 'edit_ex', text: '' }),
      samplePiece({ index: 0, name: 'isting_file', text: '{}' }),
      sampleFinish,
    ],
    ['c1 edit_existing_file {}'],
    ['name_split'],
  ],
  [
    'B031 the whole name in each fragment',
    [
      samplePiece({ index: 0, id: 'c1', name: 'edit_existing_file', text: '{"a"' }),
      samplePiece({ index: 0, id: 'c1', name: 'edit_existing_file', text: ':1}' }),
      sampleFinish,
    ],
    ['c1 edit_existing_file {"a":1}'],
    ['name_repeated'],
  ],
  [
    'B032 a call that comes twice, word for word',
    [
      samplePiece({ index: 0, id: 'c1', name: 'book_slot', text: '{"day":"Mon"}' }),
      samplePiece({ index: 0, id: 'c1', name: 'book_slot', text: '{"day":"Mon"}' }),
      sampleFinish,
    ],
    ['c1 book_slot {"day":"Mon"}'],
    ['call_repeated'],
  ],
  [
    'the same call twice under two indexes is two calls',
    [
      samplePiece({ index: 0, id: 'c1', name: 'book_slot', text: '{"day":"Mon"}' }),
      samplePiece({ index: 1, id: 'c1', name: 'book_slot', text: '{"day":"Mon"}' }),
      sampleFinish,
    ],
    ['c1 book_slot {"day":"Mon"}', 'c1 book_slot {"day":"Mon"}'],
    ['call_id_repeated'],
  ],
  [
    'calls whose indexes come in the wrong order',
    [
      samplePiece({ index: 1, id: 'c2', name: 'b', text: '{}' }),
      samplePiece({ index: 0, id: 'c1', name: 'a', text: '{}' }),
      sampleFinish,
    ],
    ['c1 a {}', 'c2 b {}'],
    ['index_out_of_order'],
  ],
  [
    'a new id in each fragment of one call',
    [
      samplePiece({ index: 0, id: 'r1', name: 'a', text: '{"x"' }),
      samplePiece({ index: 0, id: 'r2', text: ':1}' }),
      sampleFinish,
    ],
    ['r1 a {"x":1}'],
    ['id_changed'],
  ],
  [
    'no id at all',
    [samplePiece({ index: 0, name: 'a', text: '{}' }), sampleFinish],
    ['- a {}'],
    ['call_id_missing'],
  ],
  [
    'no arguments at all',
    [samplePiece({ index: 0, id: 'c1', name: 'a' }), sampleFinish],
    ['c1 a -'],
    [],
  ],
  [
    'arguments that stop in the middle behind finish_reason and [DONE] are what the model said',
    [samplePiece({ index: 0, id: 'c1', name: 'a', text: '{"x":' }), sampleFinish],
    ['c1 a {"x":'],
    [],
  ],
  [
    'content behind finish_reason',
    [
      samplePiece({ index: 0, id: 'c1', name: 'a', text: '{}' }),
      sampleFinish,
      { delta: { content: 'x' } },
    ],
    ['c1 a {}'],
    ['delta_after_finish'],
  ],
  [
    'finish_reason twice',
    [samplePiece({ index: 0, id: 'c1', name: 'a', text: '{}' }), sampleFinish, sampleFinish],
    ['c1 a {}'],
    ['finish_repeated'],
  ],
] as const)('%s', (...[, chunks, calls, codes]) => {
  expect(read(chunks)).toEqual({ calls, codes });
});

it.each([
  [['go'], 'c1 go {}', 'name_repeated'],
  [['gogo'], 'c1 gogo {}', 'name_split'],
  [['go', 'gogo'], 'c1 go {}', 'name_ambiguous'],
  [[], 'c1 go {}', 'name_ambiguous'],
])('B031 "go" twice with the tools %j', (toolNames, call, code) => {
  const chunks = [
    samplePiece({ index: 0, id: 'c1', name: 'go', text: '' }),
    samplePiece({ index: 0, name: 'go', text: '{}' }),
    sampleFinish,
  ];
  expect(read(chunks, { toolNames })).toEqual({ calls: [call], codes: [code] });
});

it.each([
  [
    'a call that is opened behind its first arguments',
    [
      samplePiece({ index: 0, text: '{"a":1}' }),
      samplePiece({ index: 0, id: 'c1', name: 'pay' }),
      sampleFinish,
    ],
    'chunk_reordered',
  ],
  [
    'a second call that is opened behind its first arguments',
    [
      samplePiece({ index: 0, id: 'c1', name: 'pay', text: '{"a":' }),
      samplePiece({ index: 1, text: '{"b":2}' }),
      samplePiece({ index: 1, id: 'c2', name: 'pay', text: '' }),
      sampleFinish,
    ],
    'chunk_reordered',
  ],
  [
    'arguments of a call whose beginning was lost',
    [
      samplePiece({ index: 0, id: 'c1', name: 'pay', text: '{"a":1}' }),
      samplePiece({ index: 1, text: '{"a":2}' }),
      sampleFinish,
    ],
    'call_start_missing',
  ],
  [
    'a fragment that came twice',
    [
      samplePiece({ index: 0, id: 'c1', name: 'pay', text: '{"a"' }),
      samplePiece({ index: 0, text: ':1' }),
      samplePiece({ index: 0, text: ':1' }),
      samplePiece({ index: 0, text: '}' }),
      sampleFinish,
    ],
    'chunk_repeated',
  ],
  [
    'a padded chunk that came twice',
    [
      { raw: { choices: [{ index: 0, delta: { content: 'a' } }], obfuscation: 'Xk3lp9' } },
      { raw: { choices: [{ index: 0, delta: { content: 'a' } }], obfuscation: 'Xk3lp9' } },
      sampleFinish,
    ],
    'chunk_repeated',
  ],
  [
    'a call without ids that came twice',
    [
      samplePiece({ index: 0, name: 'pay', text: '{"a":1}' }),
      samplePiece({ index: 0, name: 'pay', text: '{"a":1}' }),
      sampleFinish,
    ],
    'call_ambiguous',
  ],
  [
    'two names in one call under way',
    [
      samplePiece({ index: 0, id: 'c1', name: 'pay', text: '{"a"' }),
      samplePiece({ index: 0, name: 'refund', text: ':1}' }),
      sampleFinish,
    ],
    'call_ambiguous',
  ],
  [
    'no call that can be read',
    [{ delta: { tool_calls: ['x', null, 7] } }, sampleFinish],
    'calls_unreadable',
  ],
  [
    'no name at all',
    [samplePiece({ index: 0, id: 'c1', text: '{}' }), sampleFinish],
    'calls_unreadable',
  ],
] as const)('a stream with %s is refused', (...[, chunks, code]) => {
  expect(read(chunks).calls).toEqual([`error ${code}`]);
});
