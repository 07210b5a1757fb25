import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { ChatMessage, ChatRequest } from '../../core/talk/chat.ts';
import { createLane, createReply } from '../../testing/recorded-conversation.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { createCassetteStore } from '../cassette-store.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import { diffJson } from '../match/diff-json.ts';
import { toExcerpts } from '../match/excerpt.ts';
import { createChainTrack, toChain } from './fingerprint.ts';
import { parseRanges, toRanges } from './lane-line.ts';
import { createMessageTrack } from '../match/message-track.ts';
import { toPieces } from './part.ts';

const runs = { numRuns: 200 };
const wellFormed = fc.jsonValue({ maxDepth: 4 });
const id = fc.constantFrom('a', 'b', 'c');
const message = fc.oneof(
  fc.record({ role: fc.constant('user'), content: fc.string() }),
  fc.record({
    role: fc.constant('assistant'),
    content: fc.option(fc.string()),
    tool_calls: fc.array(
      fc.record({
        id,
        type: fc.constant('function'),
        function: fc.record({ name: fc.constantFrom('x', 'y'), arguments: fc.string() }),
      }),
      { maxLength: 2 },
    ),
  }),
  fc.record({ role: fc.constant('tool'), tool_call_id: id, content: fc.string() }),
) as fc.Arbitrary<ChatMessage>;

it('canonical JSON is that of RFC 8785, by another implementation', () => {
  fc.assert(
    fc.property(wellFormed, (value) => {
      expect(toCanonicalJson(value)).toBe(canonicalize(value));
    }),
    runs,
  );
  expect(toCanonicalJson(JSON.parse('{"10":1,"9":2,"__proto__":3,"a":{"b":-0,"c":1e21}}'))).toBe(
    '{"10":1,"9":2,"__proto__":3,"a":{"b":0,"c":1e+21}}',
  );
});

it('canonical JSON takes lone surrogates and tells them apart', () => {
  expect(toCanonicalJson(['\ud800', '\udfff'])).toBe(String.raw`["\ud800","\udfff"]`);
});

it('property: a chain kept up to date equals a newly made chain, regardless of its past', () => {
  const lists = fc.array(fc.array(fc.constantFrom('a', 'b', 'ab', ''), { maxLength: 6 }), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(lists, (histories) => {
      const track = createChainTrack();
      for (const texts of histories) expect(track.update(texts)).toBe(toChain(texts));
    }),
    runs,
  );
  expect(toChain(['ab'])).not.toBe(toChain(['a', 'b']));
});

it('property: a message track kept up to date equals a newly made track', () => {
  const histories = fc.array(fc.tuple(fc.nat(6), fc.array(message, { maxLength: 4 })), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(histories, (changes) => {
      const track = createMessageTrack();
      let messages: readonly ChatMessage[] = [];
      for (const [kept, added] of changes) {
        messages = [...messages.slice(0, kept), ...added];
        track.update(messages, 0);
        const fresh = createMessageTrack();
        fresh.update(JSON.parse(JSON.stringify(messages)), 0);
        expect(track.texts).toEqual(fresh.texts);
      }
    }),
    runs,
  );
});

it('property: what was recorded is replayed, and nothing else matches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 5 }), message, async (talk, extra) => {
      await using scratch = await createScratchFolder();
      const store = createCassetteStore({
        root: scratch.path,
        mode: 'record',
        recordedAt: '2025-01-02T03:04:05Z',
        protocolVersion: 1,
        redactor: createRedactor({ secrets: [], key: null, salt: 'test' }),
        drift: [],
        volatile: [],
        tier: 'exact',
        command: 'x',
      });
      const recorder = await store.recorder(createLane(), {});
      const request: ChatRequest = { model: 'm', messages: talk };
      const exchange = createReply(JSON.stringify(talk));
      recorder.record(request, { turn: 1, attempt: 1 }, exchange);
      await recorder.seal({});
      const copy: ChatRequest = JSON.parse(JSON.stringify(request));
      const player = await store.player(createLane());
      expect(player.play(copy, { turn: 1, attempt: 1 })).toEqual({ exchange, tier: 'exact' });
      const other = await store.player(createLane());
      const longer = { ...copy, messages: [...copy.messages, extra] };
      expect(() => other.play(longer, { turn: 1, attempt: 1 })).toThrow(
        `message.${talk.length}: recorded nothing`,
      );
    }),
    { numRuns: 40 },
  );
});

it('property: ranges are read back as they were written', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30)), (numbers) => {
      expect(parseRanges(toRanges(numbers), Infinity)).toEqual(numbers);
    }),
    runs,
  );
  expect(toRanges([0, 1, 2, 5])).toBe('0-2,5');
  expect(parseRanges('0-x', 9)).toBeNull();
});

it('property: the pieces of a text are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '.', ' ', '\n', '!', '中') }), (text) => {
      expect(toPieces(text).join('')).toBe(text);
    }),
    runs,
  );
  expect(toPieces('One. Two\nthree')).toEqual(['One. ', 'Two\n', 'three']);
});

it.each([
  [{ a: 1 }, { a: 1 }, []],
  [{ a: { b: [1] } }, { a: { b: [2] } }, ['.a.b']],
  [{ a: [{ b: 1 }, { c: 1 }] }, { a: [{ b: 1 }, { c: 2 }] }, ['.a[1].c']],
  [{ a: [{ b: 1 }] }, { a: [{ b: 1 }, { b: 2 }] }, ['.a']],
  [{ 'x y': 1 }, {}, ['["x y"]']],
  [{}, { toString: 1 }, ['.toString']],
  [1, '1', ['']],
])('%j and %j differ at %j', (...[recorded, now, paths]) => {
  expect(diffJson(recorded, now).map(({ path }) => path)).toEqual(paths);
});

it('property: an excerpt of two different texts shows a difference', () => {
  const text = fc
    .array(fc.constantFrom('red', 'green', 'blue'), { maxLength: 80 })
    .map((words) => words.join(' '));
  fc.assert(
    fc.property(text, text, (left, right) => {
      const [first, second] = toExcerpts(left, right);
      expect(first === second).toBe(left === right);
    }),
    runs,
  );
});
