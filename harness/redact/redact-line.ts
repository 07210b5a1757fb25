import type { ServedLine, ToolLine } from '../core/talk/cassette.ts';
import type { SideLine } from '../core/talk/side.ts';
import type { JsonObject } from '../json/json.ts';
import type { Redactor } from './redactor.ts';

/** A line of a recording without secrets. */
export function redactLine<Line extends ToolLine | ServedLine | Omit<SideLine, 'exchange'>>(
  line: Line,
  redactor: Redactor,
): Line {
  // Redaction changes texts inside a value, never its shape.
  return redactor.redactJson(line as unknown as JsonObject) as unknown as Line;
}
