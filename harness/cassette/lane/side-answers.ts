import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { SideLine, SideRequest } from '../../core/talk/side.ts';
import type { Redactor } from '../../redact/redactor.ts';
import type { MissCause } from '../match/create-miss.ts';
import { toExcerpts } from '../match/excerpt.ts';
import { hasToken, isSameUnderTokens, type TokenPairs } from '../match/match-text.ts';

/** Side requests of one recording, and how far a trial has come with them. */
export interface SideShelf {
  readonly lines: readonly SideLine[];
  readonly pairs: TokenPairs;
  /** Lines that were given. */
  readonly used: Set<SideLine>;
}

/** How side requests are compared. */
export interface SideContext {
  readonly redactor: Redactor;
}

/**
 * The recorded answer to a side request: equal requests get theirs in the order of their recording, and after the last of
 * them that one again, since a question asked once more has the same answer. `null` when none was recorded.
 */
export function findSideAnswer(
  request: SideRequest,
  shelf: SideShelf,
  { redactor }: SideContext,
): Exchange | null {
  const now = toSideText({ ...request, body: redactor.redactJson(request.body) });
  const same = shelf.lines.filter((line) => {
    const recorded = toSideText(line);
    if (recorded === now) return true;
    return hasToken(now) && isSameUnderTokens(recorded, now, shelf.pairs);
  });
  const found = same.find((line) => !shelf.used.has(line)) ?? same.at(-1);
  if (found === undefined) return null;
  shelf.used.add(found);
  return found.exchange;
}

/** Why a side request has no recorded answer: the recorded one of the same operation that comes nearest, if there is one. */
export function explainSide(
  request: SideRequest,
  lines: readonly SideLine[],
  requests: number | null,
): MissCause {
  const { method, path, body } = request;
  const asked = `${method} ${path}`;
  const common = { nearest: null, requests, rejects: [] };
  const alike = lines.filter((line) => line.method === method && line.path === path);
  const now = toCanonicalJson(body);
  const nearest = alike
    .map(({ body: recorded }) => toExcerpts(toCanonicalJson(recorded), now))
    .reduce<readonly [string, string] | null>(
      (best, next) => (best === null || toLength(next) < toLength(best) ? next : best),
      null,
    );
  if (nearest === null) {
    const [shown] = toExcerpts(now, now);
    const text = `it has no recorded answer to "${asked}"${body === null ? '' : ` with ${cut(shown)}`}`;
    return { ...common, reason: 'changed', text, differences: [] };
  }
  const [recorded, present] = nearest;
  const text = `"${asked}" was recorded, and not with this body`;
  const differences = [{ part: `side ${asked}`, recorded, now: present }];
  return { ...common, reason: 'changed', text, differences };
}

function toSideText({ method, path, body }: Omit<SideLine, 'exchange'>): string {
  return `${method} ${path} ${toCanonicalJson(body)}`;
}

function toLength([left, right]: readonly [string, string]): number {
  return left.length + right.length;
}

const mostShown = 200;

function cut(text: string): string {
  return text.length > mostShown ? `${text.slice(0, mostShown)} …` : text;
}
