import type { ArgumentsReading } from '../../core/talk/call.ts';
import type { SaidCall } from '../../core/talk/model.ts';
import { type ArgumentsOwner, parseArguments } from './parse-arguments.ts';

/** Reads the arguments of a call. What its provider could not read is never read here, though it may look like arguments. */
export function parseSaidCall(
  said: Pick<SaidCall, 'argumentsText' | 'unreadable'>,
  owner: ArgumentsOwner,
): ArgumentsReading {
  if (said.unreadable === undefined) return parseArguments(said.argumentsText, owner);
  return {
    status: 'invalid',
    problems: [{ code: 'invalid_json', path: '$', message: said.unreadable }],
  };
}
