import type { BodyFrame } from '../../harness/core/talk/exchange.ts';

/** Makes a text of about so many characters. */
export type MakeText = (chars: number) => string;

const repeat =
  (part: string): MakeText =>
  (chars) =>
    part.repeat(Math.ceil(chars / part.length));

/** Base64 of base64 of a secret. */
function encodeOften(chars: number): string {
  let text = 'sk-test-AAAA1111';
  while (text.length < chars) text = Buffer.from(text).toString('base64');
  return text;
}

/** Texts on which a search with look-aheads, long tails or many beginnings can take long. */
export const hostileTexts: Readonly<Record<string, MakeText>> = {
  'sk-sk-sk-...': repeat('sk-'),
  'sk-sk-... and a key': (chars) => `${repeat('sk-')(chars)}A1B2C3D4`,
  'keys in a list': (chars) =>
    JSON.stringify(Array.from({ length: Math.ceil(chars / 24) }, () => 'sk-test-AAAA1111BB')),
  'beginnings of JWTs': repeat('-eyJ'),
  'beginnings of private keys': repeat('-----BEGIN PRIVATE KEY-----'),
  'torn private keys': repeat('-----BEGIN PRIVATE KEY-----\nMIIE'),
  'one private key without end': (chars) => `-----BEGIN ${repeat('A')(chars)}`,
  'names and no values': repeat('apikey:'),
  'names and values': repeat('api_key='),
  'a name and quotes': (chars) => `api_key${repeat('"')(chars)}`,
  'cookies without values': repeat('cookie:'),
  'keys in addresses': repeat('&key=abcd'),
  'colons of an address': (chars) => `://a${repeat(':')(chars)}`,
  'bearer bearer ...': repeat('bearer '),
  'bearer and spaces': (chars) => `bearer${repeat(' ')(chars)}`,
  backslashes: repeat('\\'),
  'escaped quotes': repeat('\\"'),
  'percent of percent': (chars) => `%${repeat('25')(chars)}`,
  'amp of amp': (chars) => `&${repeat('amp;')(chars)}`,
  'base64 of many keys': (chars) =>
    Buffer.from(repeat('abc sk-')((chars * 3) / 4)).toString('base64'),
  'base64 of base64': encodeOften,
  'letters of base64': repeat('A1'),
  'beginnings of a known value': repeat('hunter2"quoted/'),
  'deep lists': (chars) => '['.repeat(chars / 2) + ']'.repeat(chars / 2),
  'Slack addresses': repeat('/hooks.slack.com/services/'),
  'SendGrid keys': repeat('SG.aaaaaaaaaaaaaaaaa'),
  'Telegram tokens': repeat('123456789:AA'),
};

/** A stream of so many events, with a secret over two of them. */
export function makeStream(events: number): readonly BodyFrame[] {
  return Array.from({ length: events }, (_, index) => {
    const halves: Readonly<Record<number, string>> = { 100: ' sk-test-', 101: 'AAAA1111 ' };
    const delta = { content: halves[index] ?? `word${index} ` };
    const event = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm' };
    const choices = [{ index: 0, delta, finish_reason: null }];
    return { atMs: index, text: `data: ${JSON.stringify({ ...event, choices })}\n\n` };
  });
}
