import type { Dialect } from '../dialect/dialect.ts';
import { toEndpoint } from '../dialect/to-endpoint.ts';

/**
 * The path as it was sent, at the configured origin. A client whose own base URL has another path than the configured one
 * means the same operation there.
 */
export function toTarget(url: string, baseUrl: string, { path }: Pick<Dialect, 'path'>): string {
  const { pathname, search } = new URL(url);
  const { origin, pathname: basePath } = new URL(baseUrl);
  const base = basePath.replace(/\/+$/u, '');
  const isBelow = pathname.startsWith(`${base}/`);
  return `${isBelow ? `${origin}${pathname}` : toEndpoint(`${origin}${base}`, path)}${search}`;
}
