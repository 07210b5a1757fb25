import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { createRedactor } from '../../redact/create-redactor.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { parseTape } from './tape-line.ts';
import { TapePlayer } from './tape-player.ts';
import { TapeRecorder } from './tape-recorder.ts';
import { claimLife, nameCommand, TapeShelf } from './tape-shelf.ts';

const secret = 'sk-test-0123456789abcdefghijklmn';
const redactor = createRedactor({ key: null, salt: 'salt', secrets: [secret] });
const redact = (text: string): string => redactor.redactText(text);

const ask = (id: number | string, method: string, params?: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"${method}"${params === undefined ? '' : `,"params":${params}`}}`;
const call = (id: number | string, args: string, meta = ''): string =>
  ask(id, 'tools/call', `{"name":"pay","arguments":${args}${meta}}`);
const reply = (id: number | string, result: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;

/** A recording of what a client and a server say in turn. */
async function record(
  pairs: readonly (readonly [client: string, server: string])[],
): Promise<string> {
  await using folder = await createScratchFolder();
  const path = join(folder.path, 'tape.jsonl');
  const recorder = new TapeRecorder(path, 'shop', redactor);
  for (const [client, server] of pairs) {
    recorder.hearClient(client);
    recorder.hearServer(server);
  }
  recorder.close();
  return readFileSync(path, 'utf8');
}

const openPlayer = (content: string): TapePlayer =>
  new TapePlayer(parseTape(content, 'tape.jsonl'), redact);

it('equal requests get their answers in the order of the recording, different ones in any; ids are those of now', async () => {
  const content = await record([
    [ask(0, 'initialize', '{"protocolVersion":"1"}'), reply(0, '{"serverInfo":{}}')],
    ['{"jsonrpc":"2.0","method":"notifications/initialized"}', ''],
    [call(1, '{"id":"A"}'), reply(1, '{"n":1}')],
    [call(2, '{"id":"A"}'), '{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"No"}}'],
    [call(3, '{"id":"B","x":[1]}'), reply(3, '{"n":2}')],
  ]);
  const player = openPlayer(content);
  expect(player.answer(ask('i', 'initialize', '{"protocolVersion":"2"}'))).toBe(
    reply('i', '{"serverInfo":{}}'),
  );
  expect(player.answer('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toBeNull();
  expect(player.answer(call(7, '{"x":[1],"id":"B"}'))).toBe(reply(7, '{"n":2}'));
  const batch = `[${call(8, '{"id":"A"}', ',"_meta":{"progressToken":8}')},${call(9, '{"id":"A"}')}]`;
  expect(player.answer(batch)).toBe(
    `[${reply(8, '{"n":1}')},{"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"No"}}]`,
  );
  expect(player.answer(ask(10, 'ping'))).toBe(reply(10, '{}'));
  expect(player.misses).toEqual([]);
});

it.each<[string, string, string]>([
  ['once more', call(5, '{"id":"A"}'), 'it was recorded once, and was asked once more'],
  ['other arguments', call(5, '{"id":"C"}'), 'recorded {"id":"A"}, now {"id":"C"}'],
  [
    'a number that would be rounded',
    call(5, '{"id":12345678901234567891}'),
    'now {"id":12345678901234567891}',
  ],
  ['another request', ask(5, 'resources/list'), 'it was not recorded'],
])('a miss: %s', async (_, text, message) => {
  const content = await record([
    [call(1, '{"id":"A"}'), reply(1, '{"n":1}')],
    [call(2, '{"id":12345678901234567890}'), reply(2, '{"n":12345678901234567890}')],
  ]);
  const player = openPlayer(content);
  expect(player.answer(call(3, '{"id":"A"}'))).toBe(reply(3, '{"n":1}'));
  expect(player.answer(call(4, '{"id":12345678901234567890}'))).toBe(
    reply(4, '{"n":12345678901234567890}'),
  );
  expect(player.answer(text)).toContain('"code":-32001');
  expect(player.misses).toEqual([expect.stringContaining(message)]);
});

it('secrets are not recorded, and a request that holds one is found again', async () => {
  const content = await record([
    [call(1, `{"key":"${secret}"}`), reply(1, `{"text":"for ${secret}"}`)],
  ]);
  expect(content).not.toContain(secret);
  const player = openPlayer(content);
  expect(player.answer(call(2, `{"key":"${secret}"}`))).toMatch(/for \[secret:[0-9a-f]{8}\]/u);
});

it.each([
  ['', 'tape.jsonl:1'],
  ['{"version":2,"kind":"mcp","name":"a","salt":null}', 'tape.jsonl:1'],
  ['{"version":1,"kind":"mcp","name":"a","salt":null}\n{"method":"x"', 'tape.jsonl:2'],
  ['{"version":1,"kind":"mcp","name":"a","salt":null}\n{"method":"x"}', 'tape.jsonl:2'],
])('a tape that is %j is refused with its line', (content, place) => {
  expect(() => parseTape(content, 'tape.jsonl')).toThrow(`Cannot replay "${place}": `);
});

it('each life of a server has a tape of its own; one that was not recorded is named', async () => {
  await using folder = await createScratchFolder();
  const shelf = new TapeShelf(folder.path);
  expect([
    claimLife(folder.path, 'shop'),
    claimLife(folder.path, 'shop'),
    claimLife(folder.path, 'other'),
  ]).toEqual([1, 2, 1]);
  new TapeRecorder(shelf.pathOf('shop', 1), 'shop', redactor).close();
  expect(shelf.read('shop', 1)).toMatchObject({ head: { name: 'shop' }, exchanges: [] });
  expect(() => shelf.read('shop', 2)).toThrow(
    'it was started once in the recording, and was started once more',
  );
  expect(() => shelf.read('other', 1)).toThrow('there is no recording of it');
  shelf.clear();
  expect(shelf.readAll()).toEqual([]);
});

it.each([
  [['npx', '-y', '@scope/server-files', '/data'], 'npx-server-files'],
  [['/usr/bin/python3', 'src/Server One.py'], 'python3-server-one.py'],
  [['server'], 'server'],
  [[], ''],
])('the server %j has the name %j', (command, name) => {
  expect(nameCommand(command)).toBe(name);
});
