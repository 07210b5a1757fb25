import process from 'node:process';

const alive = new Set<number>();
let isWatching = false;

function end(pid: number): void {
  if (!alive.delete(pid)) return;
  try {
    // A negative number is the whole group (kill(2)).
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // All of it has ended by itself.
  }
}

/** The process groups of agents: each ends with its trial, and all of them with this process. */
export const childGroups = {
  began(pid: number): void {
    alive.add(pid);
    if (isWatching) return;
    isWatching = true;
    process.once('exit', () => {
      for (const one of alive) end(one);
    });
  },
  end,
} as const;
