import { html, type Html } from '../../html/html.ts';
import type { PageTrial, TrialPlace } from '../page-index.ts';

const signs: Readonly<Record<PageTrial['verdict'], string>> = {
  passed: '✓',
  failed: '✗',
  invalid: '!',
  skipped: '·',
};

/** How a trial came out, with a sign besides the colour. */
export function toState(verdict: PageTrial['verdict']): Html {
  return html`<span class="state state-${verdict}">${signs[verdict]} ${verdict}</span>`;
}

/** A plan in words. */
export function toPlanName(plan: string): string {
  return plan === 'none' ? 'no fault' : plan;
}

/** A trial in a line: scenario, variant, plan, repeat. */
export function toTrialName({ scenario, variant, plan, repeat }: TrialPlace): string {
  return `${scenario} · ${variant} · ${toPlanName(plan)} · r${repeat}`;
}
