import type { OfferSettings } from '../../core/suite/loop-settings.ts';
import type { Tool } from '../../core/suite/tool.ts';

/** Whether a tool is one of those that are offered in each turn, by its name, category or a tag. */
export function isAlways({ name, category, tags = [] }: Tool, { always }: OfferSettings): boolean {
  return always.some((word) => word === name || word === category || tags.includes(word));
}
