import type { ToolLine } from '../core/talk/cassette.ts';
import type { JsonObject } from '../json/json.ts';
import type { Redactor } from './redactor.ts';

/** A tool line without secrets. */
export function redactLine(line: ToolLine, redactor: Redactor): ToolLine {
  // Redaction changes texts inside a value, never its shape.
  return redactor.redactJson(line as unknown as JsonObject) as unknown as ToolLine;
}
