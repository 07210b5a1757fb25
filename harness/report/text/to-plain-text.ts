import { toVisibleOutput, toVisibleText } from './to-visible-text.ts';

/**
 * Makes text from a model safe for a terminal and for the log of a CI job: control characters, escape sequences,
 * invisible characters and direction marks become visible, and no line of it is a command to the job's runner.
 *
 * Source: GitHub's runner takes `::name::` and `##[name]` for commands at the start of a line, after blanks
 * (https://github.com/actions/runner, `ActionCommand`).
 */
export function toPlainText(text: string): string {
  return disarm(
    toVisibleText(text).replaceAll('\t', '\\u0009').replaceAll('\r', '\\u000d'),
    /(\n[^\S\n]*)(::|##\[)/gu,
  );
}

/**
 * The last filter before standard output and standard error: the same for everything that is printed, JSON included,
 * whose values it leaves as they are.
 */
export function toPlainOutput(text: string): string {
  return disarm(toVisibleOutput(text), /(^\s*|\n[^\S\n]*)(::|##\[)/gu);
}

function disarm(text: string, command: RegExp): string {
  return text.replace(command, (_, start: string, mark: string) =>
    mark === '::' ? `${start}\\u003a:` : `${start}\\u0023#[`,
  );
}

/** Text from a model on one line, so that it cannot look like a line of toolrig. */
export function toLine(text: string): string {
  return toPlainText(text).replaceAll('\n', '\\n');
}
