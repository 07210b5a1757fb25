/** What a router may know of a tool. */
export interface RoutedTool {
  readonly name: string;
  readonly description: string;
  readonly category?: string;
  readonly tags?: readonly string[];
}

/**
 * Ranks tools for a request of the user: one figure for each tool, in their order; a higher one is offered first. It must
 * give the same figures for the same texts, because what is offered is part of each request.
 */
export type Router = (
  text: string,
  tools: readonly RoutedTool[],
) => readonly number[] | Promise<readonly number[]>;

/** The routers that toolrig has itself. */
export const routerNames = ['words', 'names'] as const;
