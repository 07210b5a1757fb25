import { html, type Html } from '../../html/html.ts';
import { isSamePlace, type PageTrial, type TrialPlace } from '../page-index.ts';
import { toFragment } from '../route.ts';

/** Links to the failed trials before and after one, in the order of the run, with its place among them. */
export function toFailedLinks(trials: readonly PageTrial[], place: TrialPlace): Html | null {
  const here = trials.findIndex((trial) => isSamePlace(trial, place));
  const bad = trials.flatMap(({ verdict }, at) =>
    verdict === 'failed' || verdict === 'invalid' ? [at] : [],
  );
  if (here < 0 || bad.length === 0 || (bad.length === 1 && bad[0] === here)) return null;
  const before = trials[bad.findLast((at) => at < here) ?? -1];
  const after = trials[bad.find((at) => at > here) ?? -1];
  const own = bad.indexOf(here);
  const count = own < 0 ? `${bad.length} failed` : `${own + 1} of ${bad.length} failed`;
  return html`<span class="ways"
    >${before !== undefined && toLink('prev', '↑ previous failed', before)} ${count}
    ${after !== undefined && toLink('next', '↓ next failed', after)}</span
  >`;
}

function toLink(rel: 'next' | 'prev', text: string, trial: PageTrial): Html {
  const key = rel === 'next' ? 'n' : 'p';
  return html`<a
    rel="${rel}"
    title="key ${key}"
    href="${toFragment({ view: 'trial', trial, event: null })}"
    >${text}</a
  >`;
}
