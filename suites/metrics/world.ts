import type { JsonObject, WorldState } from 'toolrig';

/** Figures that can be asked for. */
export const metrics = ['income', 'impressions', 'clicks', 'cost'] as const;

/** What a sum can be divided by. */
export const dimensions = ['campaign', 'device', 'day'] as const;

/** Advertising of one campaign on one day. Money is whole euros. */
export interface AdRow {
  readonly day: string;
  readonly country: string;
  readonly campaign: string;
  readonly device: 'phone' | 'computer';
  readonly income: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly cost: number;
}

/** What is behind the tools: advertising, and the queries that were billed. */
export interface Ads {
  readonly rows: readonly AdRow[];
  readonly billed: string[];
}

/** The advertising at the start of every trial. */
export const adsWorld = {
  billed: [],
  rows: [
    toRow('2026-04-13 DE brand computer', [260, 6000, 140, 40]),
    toRow('2026-05-04 DE spring phone', [420, 9000, 310, 95]),
    toRow('2026-05-04 DE spring computer', [610, 7000, 260, 80]),
    toRow('2026-05-11 DE brand phone', [150, 12000, 220, 60]),
    toRow('2026-05-18 DE brand computer', [340, 8000, 190, 55]),
    toRow('2026-05-05 FR printemps phone', [280, 6000, 150, 70]),
    toRow('2026-05-12 FR printemps computer', [390, 5000, 170, 65]),
    toRow('2026-05-19 FR marque phone', [90, 7000, 80, 30]),
    toRow('2026-04-20 IT primavera phone', [200, 4000, 110, 45]),
    toRow('2026-05-20 IT primavera computer', [310, 4500, 130, 50]),
  ],
} satisfies JsonObject;

/** Reads the advertising out of a trial's world. */
export function toAds(world: WorldState): Ads {
  // The world of a trial is a copy of `adsWorld`, and only the handlers of this folder change it.
  return world as unknown as Ads;
}

function toRow(
  place: string,
  [income, impressions, clicks, cost]: readonly [number, number, number, number],
): JsonObject {
  const [day, country, campaign, device] = place.split(' ');
  return { day, country, campaign, device, income, impressions, clicks, cost };
}
