/** The script of the page. */
import { find } from './find-element.ts';
import { openEmbedded } from './open-embedded.ts';
import { PageApp } from './page-app.ts';

async function start(): Promise<void> {
  const state = find('state');
  state.textContent = 'Opening the trials ...';
  const source = openEmbedded(document);
  await new PageApp(await source.index(), source).start();
  state.textContent = '';
}

start().catch(() => {
  find('state').textContent =
    'The trials cannot be read: this file is damaged, or the browser is too old. Write the report again, or open it in a newer browser.';
});
