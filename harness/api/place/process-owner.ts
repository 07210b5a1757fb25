import { hostname } from 'node:os';
import process from 'node:process';

/** Names this process in locks of recordings and run folders, and says whether another one still runs. */
export const processOwner = { owner: `${hostname()}/${process.pid}`, isAlive } as const;

/** A process of another machine counts as alive: it cannot be asked. */
function isAlive(owner: string): boolean {
  const [host, id] = owner.split('/');
  if (host !== hostname()) return true;
  try {
    return process.kill(Number(id), 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
