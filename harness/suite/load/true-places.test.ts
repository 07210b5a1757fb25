import { join } from 'node:path';
import { expect, it } from 'vitest';

import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { loadSuite } from './load-suite.ts';
import { SuiteError } from './suite-error.ts';

/** A text with `@` where the problem is; everything else is written as it is. */
async function findPlace(name: string, marked: string): Promise<readonly [string, string]> {
  await using folder = await createScratchFolder();
  const text = marked.replace('@', '');
  await folder.write(name, text);
  const before = marked.slice(0, marked.indexOf('@')).replace(/^\uFEFF/u, '');
  const lines = before.split('\n');
  const wanted = `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
  const error: unknown = await loadSuite(join(folder.path, name)).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SuiteError)) throw new Error('It loads');
  const found = error.problems.filter(({ line }) => line !== null);
  return [wanted, found.map(({ line, column }) => `${line}:${column}`).join(' ')];
}

const yaml = `name: made
tools:
  - { name: f, description: F., effect: read, parameters: { type: object }, results: [{ give: 1 }] }
scenarios:
  - id: a
    user: Hello
    script: [Hello]
    expected: { calls: [] }
    @expectd: 1
`;
const json = JSON.stringify({
  name: 'made',
  tools: [
    {
      name: 'f',
      description: 'F.',
      effect: 'read',
      parameters: { type: 'object' },
      results: [{ give: 1 }],
    },
  ],
  scenarios: [
    { id: 'a', user: 'Hello', script: ['Hello'], expected: { calls: [] }, expectd: '@@' },
  ],
}).replace('"expectd":"@@"', '@"expectd":1');
const broken = '{"name": "made", "tools": [}@';
const throws = `import { defineSuite } from 'toolrig';
interface Wish { readonly text: string }
const wish: Wish = { text: 'x' }; throw @new Error(wish.text);
export default defineSuite({});
`;
const inFunction = `const load = (count: number): never => { const text: string = 'a'; throw @new Error(text + count); };
load(1);
export default {};`;

const forms = [
  ['as it is', (text: string) => text],
  ['with CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
  ['with a byte order mark', (text: string) => `\uFEFF${text}`],
  ['with both', (text: string) => `\uFEFF${text.replaceAll('\n', '\r\n')}`],
] as const;

const texts = [
  ['suite.yaml', 'an unknown field', yaml],
  ['suite.json', 'an unknown field on the only line', json],
  ['suite.json', 'a field on one of several lines', json.replaceAll(',', ',\n  ')],
  ['suite.ts', 'a module that throws', throws],
  ['suite.ts', 'a module of one line that throws', throws.replaceAll('\n', ' ')],
  ['suite.mjs', 'JavaScript that throws', "const a = 1; throw @new Error('x'); export default a;"],
  ['suite.ts', 'a function that throws', inFunction],
  [
    'suite.ts',
    'a module that waits and throws',
    'await 1; const a: number = 2; throw @new Error(`${a}`);',
  ],
  ['suite.ts', 'what cannot be parsed', 'const a: number = @; export default a;'],
  ['suite.ts', 'what cannot be parsed further down', 'const a = 1;\n\tconst b: number = @;\n'],
] as const;

it.each(
  texts.flatMap(([file, what, text]) =>
    forms.map(([form, write]) => ({ file, what, form, text: write(text) })),
  ),
)('$file, $what, $form: the place is the one in the text', async ({ file, text }) => {
  const [wanted, found] = await findPlace(file, text);
  expect(found).toBe(wanted);
});

it('text that is no YAML has the place at which it ends to be', async () => {
  const [wanted, found] = await findPlace('suite.json', broken);
  expect(found.split(':')[0]).toBe(wanted.split(':')[0]);
});
