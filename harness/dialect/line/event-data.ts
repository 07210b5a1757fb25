import type { JsonObject } from '../../json/json.ts';
import { readObject } from './read-object.ts';

const dataLine = /^data:(?<json>.*)$/mu;

/** The data of one event of a stream, where it is a JSON object. */
export function readEventData(event: string): JsonObject | null {
  return readObject(dataLine.exec(event)?.groups?.['json'] ?? '');
}

/** The event with other data; its other lines stay. */
export function withEventData(event: string, data: JsonObject): string {
  return event.replace(dataLine, () => `data: ${JSON.stringify(data)}`);
}
