import { toPlainOutput } from '../../report/text/to-plain-text.ts';
import { wrapText } from '../../report/text/layout/wrap-text.ts';
import type { CliIo, ProcessIo } from './cli-io.ts';

/**
 * Wraps the process with a console that prints any text as plain text only: names, messages and errors of suites,
 * recordings, models and servers can neither steer a terminal nor give commands to a CI job. On a terminal, long lines
 * of pages are wrapped at its width; elsewhere each fact stays on its one line.
 *
 * @param isPage - standard output is for people to read, not for programs.
 */
export function plainIo(io: ProcessIo, isPage = false): CliIo {
  const { columns } = io;
  const wrap = (text: string): string =>
    columns === undefined || !isPage ? text : wrapText(text, Math.max(columns, leastColumns));
  return {
    ...io,
    out: (text) => {
      io.out(wrap(toPlainOutput(text)));
    },
    err: (text) => {
      io.err(toPlainOutput(text));
    },
    command: io.out,
    redraw: io.err,
    hide: () => undefined,
  };
}

/** Below this, nothing that is wrapped can be read. */
const leastColumns = 40;
