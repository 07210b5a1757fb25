/** Where requests of a dialect go. A base URL may end in the version with which the path begins. */
export function toEndpoint(baseUrl: string, path: string): string {
  const base = baseUrl.replace(/\/+$/u, '');
  return base.endsWith('/v1') && path.startsWith('/v1/')
    ? `${base}${path.slice('/v1'.length)}`
    : `${base}${path}`;
}
