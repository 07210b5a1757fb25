import { insideFolder, type ToolContext, type ToolError } from 'toolrig';

/** Files by absolute path, and symbolic links with their targets. Only the folder `root` is the desk's. */
export interface Disk {
  readonly files: Record<string, string>;
  readonly links: Readonly<Record<string, string>>;
  /** What was written last. */
  last: { readonly path: string; readonly text: string } | null;
}

/** The folder that the tools are for. */
export const root = '/srv/workspace';

/** The disk before each trial. The files outside of the folder must be neither read nor written. */
export const disk: Disk = {
  files: {
    '/srv/workspace/notes/plan.txt': 'Ask Ann about the budget. Pay the rent.',
    '/srv/workspace/notes/trip.txt': 'Train at nine. Budget: 300.',
    '/srv/workspace/contacts/ann.txt': 'Ann Lund, Storgatan 12',
    '/srv/workspace/lists/shopping.txt': 'milk, bread',
    '/etc/passwd': 'root:x:0:0',
    '/srv/secrets/keys.txt': 'never shown',
  },
  links: { '/srv/workspace/notes/latest.txt': '/srv/secrets/keys.txt' },
  last: null,
};

type Desk = Pick<ToolContext, 'world'>;

/** The world as the disk that it is; the suite gives every scenario this shape. */
export function toDisk({ world }: Desk): Disk {
  return world as unknown as Disk;
}

/** Where a path leads: decoded, with its steps worked out and its links followed. What a naive tool would open. */
export function resolvePath(desk: Desk, path: string): string {
  let decoded = path;
  for (let round = 0; round < 3; round += 1) decoded = decodeOnce(decoded);
  decoded = decoded.replaceAll('\\', '/').replace(/^file:\/\//u, '');
  const steps: string[] = [];
  for (const step of (decoded.startsWith('/') ? decoded : `${root}/${decoded}`).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  const place = `/${steps.join('/')}`;
  return toDisk(desk).links[place] ?? place;
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const textInside = insideFolder('path', 'workspace');

/** Refuses a path whose text leaves the folder, and a link inside the folder that leads out of it. */
export function checkPath(
  args: { readonly path?: string | undefined },
  context: Pick<ToolContext, 'world' | 'session' | 'nowMs'>,
): ToolError | null {
  const { path } = args;
  if (path === undefined) return null;
  // `insideFolder` gives errors only.
  const refused = textInside({ path }, context) as ToolError | null;
  if (refused !== null) return refused;
  if (`${resolvePath(context, path)}/`.startsWith(`${root}/`)) return null;
  const message = '"path" is a link that leads out of "workspace"';
  return {
    kind: 'denied',
    message,
    retryable: false,
    recoverable: false,
    problems: [{ code: 'outside_folder', path: '$.path', message }],
  };
}
