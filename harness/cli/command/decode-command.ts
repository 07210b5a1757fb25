import { type Command, Option } from 'commander';

import { exitCodes } from '../../core/run.ts';
import { type ApiName, apiNames } from '../../core/talk/wire-form.ts';
import { decodeExchanges, toDecodedLine } from '../../dialect/decode-exchanges.ts';
import type { CliIo } from '../io/cli-io.ts';
import { readInput } from '../../api/place/read-input.ts';
import type { SetExitCode } from '../set-exit-code.ts';

/** Adds `decode`. */
export function addDecodeCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  program
    .command('decode')
    .description(
      'Show how provider traffic is read: calls, stop reason, every deviation from the protocol.',
    )
    .argument('<file>', 'a JSON body, an event stream, or JSONL of { status, headers, body }')
    .addOption(
      new Option('--api <api>', 'API of the traffic (default: found for each exchange)').choices(
        apiNames,
      ),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  toolrig decode reply.json\n  toolrig decode stream.sse --api messages\n  toolrig decode exchanges.jsonl | head -1',
    )
    .action((file: string, { api }: { readonly api?: ApiName }) => {
      // What is no traffic, be it an empty file, is read as a body that says nothing.
      for (const exchange of decodeExchanges(readInput(file, io), api))
        io.out(`${toDecodedLine(exchange)}\n`);
      setExitCode(exitCodes.passed);
    });
}
