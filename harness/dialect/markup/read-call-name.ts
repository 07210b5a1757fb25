import { findTextCall } from './find-text-call.ts';
import { readJsonBeginning } from './read-json-call.ts';

/** The tool that a written call names, however it is written; `null` when none can be read. */
export function readCallName(written: string, toolNames: readonly string[]): string | null {
  return (
    findTextCall(written, toolNames)?.name ??
    findTextCall(written, [])?.name ??
    readJsonBeginning(written, new Set())?.name ??
    null
  );
}
