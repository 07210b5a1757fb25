import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BodyFrame } from '../core/talk/exchange.ts';
import type { JsonValue } from '../json/json.ts';
import { hostileTexts, makeStream } from '../../scripts/redaction/hostile-inputs.ts';
import { secretShapes } from '../testing/secret-shapes.ts';
import { createRedactor } from './create-redactor.ts';
import { createSecretFinder } from './find-secrets.ts';
import { findShapes } from './find-shapes.ts';
import { secretPatterns } from './secret-patterns.ts';

const known = 'hunter2"quoted/9';
const redactor = createRedactor({ secrets: [known, 'pw', ''], key: null, salt: 'test' });
const token = /\[secret:[0-9a-f]{8}\]/g;

/** Secrets by shape. The text around stays. */
const shapes: readonly (readonly [kind: string, text: string, secret: string])[] = [
  ...secretShapes.map(({ kind, text, secret }) => [kind, text, secret] as const),
  ['api_key', 'Incorrect API key provided: sk-test-IIII.', 'sk-test-IIII'],
  [
    'private_key',
    '-----BEGIN PRIVATE KEY-----\\nMIIEtorn',
    '-----BEGIN PRIVATE KEY-----\\nMIIEtorn',
  ],
  ['named_secret', String.raw`"{\"client_secret\": \"abcdefgh\"}"`, 'abcdefgh'],
  ['named_secret', 'x-goog-api-key=g-CCCC1', 'g-CCCC1'],
  ['named_secret', 'cookie: s=DDDD', 's=DDDD'],
  ['named_secret', '"authorization":"Basic abcdefgh"', 'abcdefgh'],
  ['named_secret', '{"openai_api_key":"plain words"}', 'plain words'],
  ['known_secret', `it is ${known} indeed`, known],
];

it.each(shapes)('%s in %j is taken out and nothing else', (kind, text, secret) => {
  const [found] = redactor.scan(text);
  expect(found?.kind).toBe(kind);
  expect(redactor.redactText(text)).toBe(text.replace(secret, found?.token ?? ''));
  expect(redactor.scan(redactor.redactText(text))).toEqual([]);
});

/** Words that only look alike. */
it.each([
  'the task-management desk-1234567 risk-adjusted sk-learn-intro sk-',
  'Bearer certificates and Basic authentication are two schemes',
  '"confirm_token":"tok-1234","next_page_token":"abc12345","prompt_tokens":123456',
  'the api key is checked, and the password: required',
  'http://127.0.0.1:8787/v1?limit=10&page=2',
  'id chatcmpl-OJJ3kEFPsagFHEoiadBiAPze8TeKApml, hash 0c08b2b4a094ccf96c23b7ab98adcf5ad0bedb030098bf40',
  'ORDER-20250102-ABCDEFGH 550e8400-e29b-41d4-a716-446655440000',
  '退款 ① émoji 🎉 \ud800',
])('%j holds no secret', (text) => {
  expect(redactor.scan(text)).toEqual([]);
  expect(redactor.redactText(text)).toBe(text);
});

const encoders: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  json: (text) => JSON.stringify(text),
  'json twice': (text) => JSON.stringify(JSON.stringify(text)),
  'json with escaped slashes': (text) => JSON.stringify(text).replaceAll('/', String.raw`\/`),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 with a name before': (text) => Buffer.from(`user:${text}`).toString('base64'),
  base64url: (text) => Buffer.from(`??>>${text}`).toString('base64url'),
  'base64 behind a path': (text) => `/data/${Buffer.from(`x ${text}`).toString('base64')}`,
  url: (text) => `http://api.test/?q=${encodeURIComponent(text)}`,
  'url in small letters': (text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
};

describe.each(Object.entries(encoders))('encoded as %s', (_, encode) => {
  it.each([known, 'sk-test-ABCDEF123456'])('%s is gone and becomes one token', (secret) => {
    const text = redactor.redactText(`before ${encode(secret)} after`);
    expect(text.match(token)).toHaveLength(1);
    expect(text).toMatch(/^before .* after$/);
    for (const other of Object.values(encoders)) expect(text).not.toContain(other(secret));
  });
});

it('equal secrets get equal tokens, two secrets two, another key others', () => {
  const text = 'sk-test-AAAA sk-test-BBBB sk-test-AAAA';
  const [first, second, third] = redactor.redactText(text).match(token) ?? [];
  expect(first).toBe(third);
  expect(first).not.toBe(second);
  const keyed = createRedactor({ secrets: [], key: 'k', salt: 'test' });
  expect(keyed.redactText(text)).not.toBe(redactor.redactText(text));
  expect([keyed.salt, redactor.salt]).toEqual([null, 'test']);
});

it('a value of a field that is secret by name goes, whatever it looks like, keys too', () => {
  const value = {
    authorization: 'x',
    'set-cookie': 'y',
    nested: [{ apiKey: 'plain words' }],
    'sk-test-AAAA': 1,
    token: 'kept',
  };
  const safe = JSON.stringify(redactor.redactJson(value));
  expect(safe.match(token)).toHaveLength(4);
  expect(safe).toMatch(/"token":"kept"/);
});

it('values of five or fewer characters are words', () => {
  expect(redactor.redactText('pw pw')).toBe('pw pw');
});

function frame(text: string, atMs: number): BodyFrame {
  return { atMs, text };
}

function textsOf(frames: readonly BodyFrame[]): readonly string[] {
  return frames.map((found) => ('text' in found ? found.text : found.base64));
}

describe('a body', () => {
  it('with a secret across two frames loses it and keeps its frames and times', () => {
    const frames = [frame('{"key":"sk-te', 1), frame('st-AAAABBBB","x":', 2), frame('1}', 3)];
    const safe = redactor.redactFrames(frames);
    expect(safe.map(({ atMs }) => atMs)).toEqual([1, 2, 3]);
    expect(JSON.parse(textsOf(safe).join(''))).toEqual({ key: expect.stringMatching(token), x: 1 });
  });

  it('with a secret across the deltas of a stream loses it; what they add up to is the token', () => {
    const pieces = ['my key is sk-', 'test-', 'AAAA', 'BBBB, keep it'];
    const frames = pieces.map((content, index) =>
      frame(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`, index),
    );
    const safe = textsOf(redactor.redactFrames([...frames, frame('data: [DONE]\n\n', 9)]));
    const said = safe
      .slice(0, -1)
      .map((text) => JSON.parse(text.slice(6)).choices[0].delta.content);
    expect(said.join('')).toBe(redactor.redactText(pieces.join('')));
    expect(safe.at(-1)).toBe('data: [DONE]\n\n');
    expect(safe.join('')).not.toMatch(/AAAA|BBBB/);
  });

  it('with the deltas of two calls interleaved tells the calls apart', () => {
    const delta = (index: number, text: string): BodyFrame =>
      frame(
        `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [{ index, function: { arguments: text } }] } }] })}\n\n`,
        1,
      );
    const safe = textsOf(
      redactor.redactFrames([
        delta(0, '{"a":"sk-test-'),
        delta(1, '{"b":"plain'),
        delta(0, 'AAAABBBB"}'),
        delta(1, '"}'),
      ]),
    ).join('');
    expect(safe).not.toMatch(/AAAA|sk-test/);
    expect(safe).toMatch(/plain/);
  });

  it('with a secret in base64 frames loses it there', () => {
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from('key sk-test-AAAABBBB end'),
    ]);
    const [safe] = redactor.redactFrames([{ atMs: 1, base64: bytes.toString('base64') }]);
    const text = Buffer.from(
      safe !== undefined && 'base64' in safe ? safe.base64 : '',
      'base64',
    ).toString('latin1');
    expect(text).toMatch(/^\xff\xfekey \[secret:[0-9a-f]{8}\] end$/);
  });

  it('with nothing to hide is the same object', () => {
    const frames = [frame('{"a":1}', 1)];
    expect(redactor.redactFrames(frames)).toBe(frames);
  });
});

const secretText = fc.constantFrom(
  'sk-test-AAAABBBB',
  'AKIAIOSFODNN7EXAMPLE',
  'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
  known,
);

it('property: wherever a secret is cut into frames and deltas, none of it can be put together again', () => {
  fc.assert(
    fc.property(
      secretText,
      fc.array(fc.nat(20), { maxLength: 4 }),
      fc.boolean(),
      (secret, cuts, isStream) => {
        const whole = `say ${secret} now`;
        const edges = [
          0,
          ...cuts.map((cut) => cut % whole.length).sort((left, right) => left - right),
          whole.length,
        ];
        const pieces = edges.slice(1).map((edge, index) => whole.slice(edges[index], edge));
        const texts = isStream
          ? pieces.map(
              (content) =>
                `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`,
            )
          : pieces;
        const safe = textsOf(redactor.redactFrames(texts.map(frame)));
        const said = isStream
          ? safe.map((text) => JSON.parse(text.slice(6)).choices[0].delta.content)
          : safe;
        expect(safe).toHaveLength(pieces.length);
        expect(said.join('')).toBe(redactor.redactText(whole));
        expect(redactor.scan(safe.join(''))).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});

it('property: redaction is stable and leaves JSON as JSON', () => {
  const leaf = fc.oneof(
    fc.string(),
    secretText.map((secret) => `a ${secret} b`),
    fc.double(),
    fc.constant(null),
  );
  const value = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
    ),
  })).value;
  fc.assert(
    fc.property(value, (found) => {
      const once = redactor.redactJson(found);
      expect(redactor.redactJson(once)).toEqual(once);
      expect(redactor.scan(JSON.stringify(once))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it('the quick look misses nothing that the patterns find', () => {
  const finder = createSecretFinder({ secrets: [known] });
  const texts = [
    ...shapes.map(([, text]) => text),
    ...shapes.map(([, text]) => text.toUpperCase()),
  ];
  for (const text of texts) {
    const found = finder.find(text).length > 0;
    expect([text, found && finder.isClean(text)]).toEqual([text, false]);
    const shaped = secretPatterns.some(({ prefix, pattern }) =>
      text.split('').some((_, at) => {
        pattern.lastIndex = at;
        return text.startsWith(prefix, at) && pattern.test(text);
      }),
    );
    if (shaped) expect([text, findShapes(text).length > 0]).toEqual([text, true]);
  }
});

it('a known value is found under any number of escapes, and is one token', () => {
  const asJson = (text: string): string => JSON.stringify(text);
  const layers = {
    asJson,
    encodeURIComponent,
    inField: (text: string) => asJson({ a: text } as unknown as string),
  };
  for (const [name, layer] of Object.entries(layers)) {
    let text: string = known;
    for (let depth = 1; depth <= 9; depth += 1) {
      text = layer(text);
      const safe = redactor.redactText(`before ${text} after`);
      expect([name, depth, safe.match(token)?.length]).toEqual([name, depth, 1]);
      expect([name, depth, /hunter2|quoted/.test(safe)]).toEqual([name, depth, false]);
    }
  }
});

it.each([
  ['a private key that has no end', '-----BEGIN PRIVATE KEY-----\nMIIE'],
  ['a number', '4711471147'],
  ['a quote', known],
])('JSON with %s stays JSON of the same shape', (_, secret) => {
  const own = createRedactor({ secrets: [known, '4711471147'], key: null, salt: 'test' });
  const value = {
    a: [secret, { b: Number(secret) || secret }],
    c: 'kept',
    d: JSON.stringify({ e: secret, f: 1 }),
  };
  const safe: unknown = JSON.parse(own.redactText(JSON.stringify(value)));
  expect(safe).toEqual({
    a: [expect.stringMatching(token), { b: expect.stringMatching(token) }],
    c: 'kept',
    d: expect.stringMatching(/^\{"e":"\[secret:[0-9a-f]{8}\]","f":1\}$/),
  });
});

it('figures of a record stay, and the numbers of its texts do not', () => {
  const own = createRedactor({ secrets: ['4711471147'], key: null, salt: 'test' });
  const safe = own.redactTexts({ atMs: 4711471147, text: '{"pin":4711471147}' });
  expect(safe).toEqual({ atMs: 4711471147, text: expect.stringMatching(/"pin":"\[secret:/) });
});

it.each(Object.entries(hostileTexts))('100 kB of %s come to an end', (_, make) => {
  expect(redactor.redactText(make(100_000))).toBeTypeOf('string');
});

it(
  'a stream of 30,000 events loses the secret over two of them and nothing else',
  { timeout: 30_000 },
  () => {
    const frames = makeStream(30_000);
    const safe = redactor.redactFrames(frames);
    const changed = safe.flatMap((found, index) => (found === frames[index] ? [] : [index]));
    expect(changed).toEqual([100, 101]);
    expect(textsOf(safe).slice(100, 102).join('')).toMatch(/" \[secret:[0-9a-f]{8}\]".*" "/s);
  },
);

it.each([[['hunter2hunter2', 'hunter2hunter2-prod']], [['hunter2hunter2-prod', 'hunter2hunter2']]])(
  'of the secrets %j, one of which begins the other, nothing stays',
  (secrets) => {
    const own = createRedactor({ secrets, key: null, salt: 'test' });
    const text = own.redactText('a hunter2hunter2-prod b hunter2hunter2 c');
    expect(text.replaceAll(token, '*')).toBe('a * b * c');
    expect(new Set(text.match(token)).size).toBe(2);
  },
);
