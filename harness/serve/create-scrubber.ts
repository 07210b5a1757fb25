import type { HostedSeat } from './agent-host.ts';

/** Takes out of a text what differs from run to run. */
export type Scrubber = (text: string) => string;

/** Makes texts of an agent the same in each run: the port of the server and the token of the trial differ. */
export function createScrubber({ token, origin }: Pick<HostedSeat, 'token' | 'origin'>): Scrubber {
  const { port } = new URL(origin);
  const host = new RegExp(
    `(?<=(?:127\\.0\\.0\\.1|localhost)(?::|', port=|", port=|, ))${port}(?![0-9])`,
    'gu',
  );
  return (text) => text.replaceAll(token, '<trial token>').replace(host, '<port>');
}
