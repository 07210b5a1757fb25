import type { JsonObject, WorldState } from 'toolrig';

/** A problem report. */
export interface DeskCase {
  readonly id: string;
  readonly summary: string;
  state: 'open' | 'closed' | 'escalated';
  readonly owner: string;
  readonly dueOn: string;
  readonly notes: string[];
}

/** What is behind the tools. */
export interface Desk {
  readonly cases: DeskCase[];
  readonly services: Readonly<Record<string, { readonly state: string; readonly note: string }>>;
  readonly articles: readonly { readonly title: string; readonly link: string }[];
  readonly devices: readonly JsonObject[];
  /** Wishes by kind (`order`, `access`, `visit`, `reset`), then by what was wished. */
  readonly wishes: Record<string, string>;
}

/** The desk at the start of every trial. */
export const deskWorld = {
  cases: [
    openCase('CS-1042', 'Notebook switches itself off', 'Ines'),
    openCase('CS-1077', 'No picture on the second screen', 'Farid'),
    openCase('CS-1893', 'Noise from the cash desk computer', 'Ines'),
    openCase('CS-2054', 'Phone does not charge', 'Wanda'),
    openCase('CS-2210', 'Headset is broken', 'Farid'),
  ],
  services: {
    email: { state: 'up', note: '' },
    vpn: { state: 'slow', note: 'Being looked at since 08:10' },
    intranet: { state: 'down', note: 'Expected back at 14:00' },
    wifi: { state: 'up', note: '' },
    teams: { state: 'up', note: '' },
    file_server: { state: 'up', note: '' },
    payroll: { state: 'maintenance', note: 'Saturday from 20:00 to 23:00' },
  },
  articles: [
    { title: 'Out of office reply', link: '/help/11' },
    { title: 'Company wifi on your phone', link: '/help/12' },
    { title: 'Share a calendar', link: '/help/13' },
    { title: 'Signature for your email', link: '/help/14' },
    { title: 'Two-step login', link: '/help/15' },
    { title: 'Scan a page to PDF', link: '/help/16' },
  ],
  devices: [
    {
      kind: 'computer',
      model: 'Lapwing 14',
      serial: 'LW-88231',
      months: 31,
      warrantyUntil: '2027-01-31',
    },
    {
      kind: 'phone',
      model: 'Pebble 3',
      serial: 'PB-10977',
      months: 8,
      warrantyUntil: '2027-09-30',
    },
  ],
  wishes: {},
} satisfies JsonObject;

/** Reads the desk out of a trial's world. */
export function toDesk(world: WorldState): Desk {
  // The world of a trial is a copy of `deskWorld`, and only the handlers of this folder change it.
  return world as unknown as Desk;
}

function openCase(id: string, summary: string, owner: string): JsonObject {
  return { id, summary, state: 'open', owner, dueOn: '2026-06-12', notes: ['Received'] };
}
