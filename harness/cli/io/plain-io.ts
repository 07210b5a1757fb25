import { toPlainOutput } from '../../report/text/to-plain-text.ts';
import type { CliIo, ProcessIo } from './cli-io.ts';

/**
 * Wraps the process with a console that prints any text as plain text only: names, messages and errors of suites,
 * recordings, models and servers can neither steer a terminal nor give commands to a CI job.
 */
export function plainIo(io: ProcessIo): CliIo {
  return {
    ...io,
    out: (text) => {
      io.out(toPlainOutput(text));
    },
    err: (text) => {
      io.err(toPlainOutput(text));
    },
    command: io.out,
    redraw: io.err,
    hide: () => undefined,
  };
}
