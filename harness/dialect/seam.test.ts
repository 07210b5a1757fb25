import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSourceFiles } from '../testing/house/read-source-files.ts';

/** What belongs to one dialect and to no other room. */
const words: readonly RegExp[] = [
  /chat\/completions|\/v1\/messages|\/v1\/responses/u,
  /\[DONE\]/u,
  /\bchoices\b|\bfinish_reason\b|chat\.completion/u,
  /\btool_use\b|'tool_result'|\bcontent_block|\bstop_reason\b|\binput_schema\b/u,
  /\bfunction_call_output\b|\bprevious_response_id\b|response\.(?:completed|output)/u,
];

const rooms = /^(?:cassette|boundary\/fault|boundary\/model|loop|agent)\//u;

it('no room but this one knows a path, a field or a word of a dialect', async () => {
  const files = await readSourceFiles(join(import.meta.dirname, '..'));
  const sources = files.filter(({ path }) => !path.endsWith('.test.ts'));
  const inside = sources.filter(({ path }) => rooms.test(path));
  expect(inside.length).toBeGreaterThan(50);
  const found = inside.flatMap(({ path, text }) =>
    words.flatMap(
      (word) =>
        word
          .exec(text)
          ?.slice(0, 1)
          .map((hit) => `${path}: ${hit}`) ?? [],
    ),
  );
  expect(found).toEqual([]);
  const past = sources.filter(
    ({ path, text }) =>
      !path.startsWith('dialect/') && /dialect\/(?:chat|messages|responses)\//u.test(text),
  );
  expect(past.map(({ path }) => path)).toEqual([]);
});
