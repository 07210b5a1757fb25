import { html, Html } from '../../report/html/html.ts';
import { readPageStyle, toHash } from '../../report/html/page-assets.ts';

/** A page of the viewer. */
export interface ViewPage {
  readonly title: string;
  readonly body: Html;
  /** Follows a run; absent on pages that do not change. */
  readonly script?: string;
}

/** The page as text. Its policy allows its own style, its own script, and requests to where it came from. */
export function toPageText({ title, body, script }: ViewPage): string {
  const style = readPageStyle();
  const policy = [
    "default-src 'none'",
    `style-src '${toHash(style)}'`,
    ...(script === undefined ? [] : [`script-src '${toHash(script)}'`, "connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
  const code = script === undefined ? null : new Html(`<script>${script}</script>`);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Html(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · toolrig view</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <nav aria-label="Pages"><a href="/">Runs</a> <a href="/history">History</a></nav>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        ${code}
      </body>
    </html> `.source;
}

/** The address of a view of the runs. */
export function toHref(path: string, query: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}
