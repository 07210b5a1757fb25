/**
 * The name of a run folder: when the run began, in digits that sort by time, and the suite.
 *
 * @param startedAt - ISO 8601 UTC.
 * @param suite - as a name of a file.
 */
export function toRunId(startedAt: string, suite: string): string {
  return `${startedAt.replace(/[-:]|\.[0-9]+/gu, '')}-${suite}`;
}
