/** A shape that secrets have in texts, found by what it begins with. */
export interface SecretPattern {
  /** Told in findings. */
  readonly kind: string;
  /** What the text has at the place where the pattern is tried. */
  readonly prefix: string;
  /** Which character of the prefix is looked for first: a rare one. */
  readonly anchor: number;
  /** Sticky; the group `secret` is what is taken out, the whole match where there is none. */
  readonly pattern: RegExp;
}

/** A tail without digit or capital is a word, as in `sk-learn`. */
const keyTail = '(?=[a-z_-]*[A-Z0-9])';
const edge = '(?<![A-Za-z0-9])';

function key(prefix: string, tail: string, kind = 'api_key'): SecretPattern {
  return {
    kind,
    prefix,
    anchor: prefix.length - 1,
    pattern: new RegExp(`${edge}${prefix}${tail}`, 'y'),
  };
}

/** Credentials of HTTP behind the name of their scheme. */
function scheme(kind: string, word: string, secret: string): readonly SecretPattern[] {
  const capital = `${(word[0] ?? '').toUpperCase()}${word.slice(1)}`;
  return [word, capital, word.toUpperCase()].map((prefix) => ({
    kind,
    prefix,
    anchor: 0,
    pattern: new RegExp(`${edge}${prefix}\\s+(?<secret>${secret})`, 'y'),
  }));
}

const long = `${keyTail}[A-Za-z0-9]{16,}`;
const urlKey =
  /[?&](?:key|api_?key|token|access_token|sig|signature|secret)=(?<secret>[^\s&#"'\\[\]]{4,})/iy;

/**
 * Shapes of keys that providers give out, and of credentials in URLs and headers.
 * Source of the prefixes: the public secret-scanning lists of GitHub and GitLab.
 */
export const secretPatterns: readonly SecretPattern[] = [
  key('sk-', `${keyTail}[A-Za-z0-9_-]{8,}`),
  ...['gsk_', 'xai-', 'pplx-', 'r8_', 'hf_', 'npm_'].map((prefix) => key(prefix, long)),
  ...['sk_', 'rk_', 'pk_', 'whsec_'].map((prefix) => key(prefix, `(?:live_|test_)?${long}`)),
  { ...key('AIza', '[A-Za-z0-9_-]{30,}', 'google_key'), anchor: 1 },
  { ...key('AKIA', '[0-9A-Z]{16}(?![0-9A-Z])', 'aws_key'), anchor: 1 },
  { ...key('ASIA', '[0-9A-Z]{16}(?![0-9A-Z])', 'aws_key'), anchor: 1 },
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((prefix) =>
    key(prefix, '[A-Za-z0-9]{20,}', 'github_token'),
  ),
  key('github_pat_', '[A-Za-z0-9_]{20,}', 'github_token'),
  key('glpat-', '[A-Za-z0-9_-]{16,}', 'gitlab_token'),
  ...['xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-'].map((prefix) =>
    key(prefix, '[A-Za-z0-9-]{10,}', 'slack_token'),
  ),
  key('eyJ', '[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]+)?', 'jwt'),
  {
    kind: 'private_key',
    prefix: '-----BEGIN',
    anchor: 5,
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/y,
  },
  ...scheme('bearer', 'bearer', '(?=[a-z._~+/-]*[A-Z0-9])[A-Za-z0-9._~+/-]{8,}=*'),
  ...scheme('basic_auth', 'basic', '(?=[A-Za-z+/]*[0-9=])[A-Za-z0-9+/]{8,}=*'),
  {
    kind: 'url_password',
    prefix: '://',
    anchor: 0,
    pattern: /:\/\/[^\s/:@"'\\[\]]*:(?<secret>[^\s/@"'\\[\]]+)@/y,
  },
  { kind: 'url_key', prefix: '?', anchor: 0, pattern: urlKey },
  { kind: 'url_key', prefix: '&', anchor: 0, pattern: urlKey },
];
