import fc from 'fast-check';
import { expect, it } from 'vitest';

import { hostileTexts, makeHostileRun } from '../../testing/hostile-run.ts';
import { toLine, toPlainOutput, toPlainText } from './to-plain-text.ts';
import { toRunText } from './to-run-text.ts';
import { toTrialText } from './to-trial-text.ts';

it.each([
  ['\u001B]0;title\u0007', '\\u001b]0;title\\u0007'],
  ['a\tb\r\nc', 'a\\u0009b\\u000d\nc'],
  ['a\n  ::error::x', 'a\n  \\u003a:error::x'],
  ['a\n##[error]x', 'a\n\\u0023#[error]x'],
  ['a::b', 'a::b'],
])('%j is shown as %j', (text, expected) => {
  expect(toPlainText(text)).toBe(expected);
});

it.each([
  ['PASS\u001B[2K\r\u009B1A', 'PASS\\u001b[2K\\r\\u009b1A'],
  ['::error::x\n \t::stop-commands::y', '\\u003a:error::x\n \t\\u003a:stop-commands::y'],
  ['\u202Egnp.exe\u{E0041}', '\\u202egnp.exe\\udb40\\udc41'],
  ['  ::add-mask::x', '  \\u003a:add-mask::x'],
  ['a\tb\nc', 'a\tb\nc'],
])('%j is printed as %j', (text, expected) => {
  expect(toPlainOutput(text)).toBe(expected);
});

it('JSON is printed with the same values, whatever its texts hold', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...Object.values(hostileTexts), '\u009B', '\u2028::error::x', '\u{E0041}'),
  );
  fc.assert(
    fc.property(fc.dictionary(text, fc.array(text)), (value) => {
      const printed = toPlainOutput(`${JSON.stringify(value, null, 2)}\n`);
      expect(JSON.parse(printed)).toEqual(value);
      // eslint-disable-next-line no-control-regex -- control characters are what it looks for
      expect(printed).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E]/u);
    }),
  );
});

it('a line stays a line', () => {
  expect(toLine(hostileTexts.command)).toBe(
    'first\\n\\u003a:error file=a.ts::planted\\n\\u003a:stop-commands::x',
  );
});

it.each([toPlainText, toPlainOutput])(
  'a text of line breaks alone takes no longer than any other: %o',
  (toPlain) => {
    // Looking from each line break to the end would be 10^10 steps.
    expect(toPlain('\n \t'.repeat(100_000)).length).toBeGreaterThan(100_000);
    expect(toPlain('\n'.repeat(200_000)).length).toBe(200_000);
  },
);

it('no text gives a command to the runner of a job', () => {
  const pieces = fc.constantFrom('::', '##[', '\n', ' ', '\r', '\t', 'error', '\u0085', '\u2028');
  fc.assert(
    fc.property(fc.array(pieces), (list) => {
      expect(toPlainText(`x${list.join('')}`)).not.toMatch(/[\n\r]\s*(?:::|##\[)/u);
    }),
  );
});

it('the pages of a hostile run hold no character that steers a terminal, and no forged line', () => {
  const { summary, results } = makeHostileRun();
  const failures = Object.entries(hostileTexts).map(([code, text]) => ({
    lane: 'hostile/a/b/none/r1',
    metric: 'task.success',
    code,
    text,
  }));
  const pages = [
    toRunText({ ...summary, failures }, { runFolder: 'run', faults: [], misses: [], flips: [] }),
    ...results.map(({ trial, score }) => toTrialText(trial, score.scores)),
  ];
  for (const page of pages) {
    expect(page).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    expect(page).not.toMatch(/^\s*::/mu);
  }
});
