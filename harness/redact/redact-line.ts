import type { ServedLine, ToolLine } from '../core/talk/cassette.ts';
import type { JsonObject } from '../json/json.ts';
import type { Redactor } from './redactor.ts';

/** A tool line without secrets. */
export function redactLine<Line extends ToolLine | ServedLine>(
  line: Line,
  redactor: Redactor,
): Line {
  // Redaction changes texts inside a value, never its shape.
  return redactor.redactJson(line as unknown as JsonObject) as unknown as Line;
}
