/** Statuses by which endpoints say that they are asked too often: 529 is Anthropic's "overloaded". */
export const rateLimits: ReadonlySet<number> = new Set([429, 529]);
