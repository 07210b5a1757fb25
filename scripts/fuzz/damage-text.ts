import type { Random } from '../../harness/core/random.ts';

const pieces = [
  '',
  'null',
  '-1',
  '1e999',
  '""',
  '[]',
  '{}',
  '{"$ref":"#"}',
  '"__proto__":1,',
  '\\u0000',
  '\uFEFF',
  '\r\n',
  '"../../x"',
  '[[[[[[[[[[[[[[[[',
  'a'.repeat(5_000),
] as const;

/** A text with one to three places replaced, cut out or doubled. */
export function damageText(text: string, random: Random): string {
  let damaged = text;
  const times = 1 + Math.floor(random.next() * 3);
  for (let time = 0; time < times; time += 1) {
    const from = Math.floor(random.next() * damaged.length);
    const to = Math.min(damaged.length, from + Math.floor(random.next() * 40));
    const kind = random.next();
    const piece =
      kind < 0.2
        ? damaged.slice(from, to).repeat(2)
        : (pieces[Math.floor(random.next() * pieces.length)] ?? '');
    damaged = damaged.slice(0, from) + piece + damaged.slice(to);
  }
  return damaged;
}
