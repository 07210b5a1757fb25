import type { Exchange } from '../core/talk/exchange.ts';
import type { Dialect } from './dialect.ts';
import { toBodyText } from './line/body-text.ts';
import { parseJson } from './line/parse-json.ts';
import { readEvents } from './line/read-events.ts';
import { findApi } from './name-other-api.ts';
import { dialects } from './registry.ts';

/** The dialect of an answer, by its body or its first events; chat completions where it does not show. */
export function detectDialect(exchange: Exchange): Dialect {
  const text = toBodyText(exchange);
  const whole = parseJson(text);
  if (whole.ok) return dialects[findApi(whole.value) ?? 'chat'];
  for (const { data } of readEvents(text.slice(0, 65_536)).events) {
    const parsed = parseJson(data);
    const api = parsed.ok ? findApi(parsed.value) : null;
    if (api !== null) return dialects[api];
  }
  return dialects.chat;
}
