/** A shape that secrets have in texts, found by what it begins with. */
export interface SecretPattern {
  /** Reported in findings. */
  readonly kind: string;
  /** What the text has at the place where the pattern is tried. */
  readonly prefix: string;
  /** Which character of the prefix is looked for first: a rare one. */
  readonly anchor: number;
  /** Sticky; the group `secret` is what is taken out, or else the whole match with the group `before`, which is behind it. */
  readonly pattern: RegExp;
  /** Sticky; where a try fails, one inside this run from there fails too. */
  readonly run?: RegExp;
}

/**
 * A tail without digit or capital is a word, as in `sk-learn`. All that looks ahead is bounded, so that a text is searched
 * in linear time.
 */
const keyTail = '(?=[a-z_-]{0,256}[A-Z0-9])';
const edge = '(?<![A-Za-z0-9])';

function key(prefix: string, tail: string, kind = 'api_key'): SecretPattern {
  return {
    kind,
    prefix,
    anchor: prefix.length - 1,
    pattern: new RegExp(`${edge}${escape(prefix)}${tail}`, 'y'),
  };
}

function keys(prefixes: readonly string[], tail: string, kind: string): readonly SecretPattern[] {
  return prefixes.map((prefix) => key(prefix, tail, kind));
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
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

/** A shape with its sign in the middle: the part before the sign is matched backwards from it. */
function around(kind: string, prefix: string, pattern: RegExp): SecretPattern {
  return { kind, prefix, anchor: 0, pattern };
}

const long = `${keyTail}[A-Za-z0-9]{16,}`;
const word = '[A-Za-z0-9_-]';
const urlKey =
  /[?&](?:key|api_?key|token|access_token|sig|signature|secret)=(?<secret>[^\s&#"'\\[\]]{4,})/iy;

/** Up to its end; one that was cut off, as far as it looks like one. */
const privateKey =
  /-----BEGIN [A-Z0-9 ]{0,64}PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]{0,16384}?-----END [A-Z0-9 ]{0,64}PRIVATE KEY(?: BLOCK)?-----|(?:(?:\s|\\+[nr])*(?=[a-z]{0,256}[A-Z0-9+/=])[A-Za-z0-9+/=]{4,})*)/y;

/**
 * Shapes of keys that providers give out, and of credentials in URLs and headers.
 * Source of the prefixes: the public secret-scanning lists of GitHub and GitLab.
 */
export const secretPatterns: readonly SecretPattern[] = [
  key('sk-', `${keyTail}[A-Za-z0-9_-]{8,}`),
  ...keys(['gsk_', 'xai-', 'pplx-', 'r8_', 'hf_', 'npm_', 'lin_api_'], long, 'api_key'),
  ...keys(['sk_', 'rk_', 'pk_', 'whsec_'], `(?:live_|test_)?${long}`, 'api_key'),
  { ...key('AIza', `${word}{30,}`, 'google_key'), anchor: 1 },
  ...keys(['ya29.', 'GOCSPX-'], `${word}{20,}`, 'google_token'),
  key('1//0', `${word}{20,}`, 'google_token'),
  { ...key('AKIA', '[0-9A-Z]{16}(?![0-9A-Z])', 'aws_key'), anchor: 1 },
  { ...key('ASIA', '[0-9A-Z]{16}(?![0-9A-Z])', 'aws_key'), anchor: 1 },
  ...keys(['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], '[A-Za-z0-9]{20,}', 'github_token'),
  key('github_pat_', '[A-Za-z0-9_]{20,}', 'github_token'),
  ...keys(['glpat-', 'gldt-', 'glrt-', 'glptt-'], `${word}{16,}`, 'gitlab_token'),
  ...keys(['xoxa-', 'xoxb-', 'xoxc-', 'xoxd-', 'xoxe-'], '[A-Za-z0-9-]{10,}', 'slack_token'),
  ...keys(['xoxo-', 'xoxp-', 'xoxr-', 'xoxs-'], '[A-Za-z0-9-]{10,}', 'slack_token'),
  ...keys(['xapp-', 'xwfp-'], '[A-Za-z0-9-]{16,}', 'slack_token'),
  around(
    'webhook_url',
    '/hooks.slack.com/',
    /\/hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9/_-]{20,})/y,
  ),
  around(
    'webhook_url',
    '/api/webhooks/',
    /(?<=discord(?:app)?\.com)\/api\/webhooks\/[0-9]{10,24}\/(?<secret>[A-Za-z0-9_-]{30,})/y,
  ),
  around(
    'webhook_url',
    '.webhook.office.com/',
    /\.webhook\.office\.com\/webhookb2\/(?<secret>[A-Za-z0-9/@_-]{40,})/y,
  ),
  around(
    'discord_token',
    '.',
    /(?<=(?<![\w-])(?<before>[MNO][\w-]{22,28}))\.[\w-]{6}\.[\w-]{27,}/y,
  ),
  around('telegram_token', ':AA', /(?<=(?<![0-9])(?<before>[0-9]{8,10})):AA[\w-]{31,}/y),
  key('pypi-', `${word}{16,}`, 'pypi_token'),
  key('SG.', `${word}{16,64}\\.${word}{16,}`, 'sendgrid_key'),
  key('dapi', '[0-9a-f]{32}(?:-[0-9])?(?![0-9a-f])', 'databricks_token'),
  ...keys(['hvs.', 'hvb.', 'hvr.'], `${word}{20,}`, 'vault_token'),
  ...keys(['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[0-9a-fA-F]{32,}', 'shopify_token'),
  ...keys(['dop_v1_', 'doo_v1_', 'dor_v1_'], '[0-9a-f]{40,}', 'api_key'),
  ...keys(['dckr_pat_', 'sntrys_', 'glsa_', 'figd_', 'pul-'], `${word}{20,}`, 'api_key'),
  ...keys(['NRAK-', 'AGE-SECRET-KEY-1'], '[A-Z0-9]{20,}', 'api_key'),
  around(
    'azure_key',
    '==',
    /(?<=(?<![A-Za-z0-9+/])(?<!sha512-)(?<before>[A-Za-z0-9+/]{86}))==(?!=)/y,
  ),
  {
    ...key('eyJ', `${word}{8,}\\.eyJ${word}{8,}(?:\\.${word}+)?`, 'jwt'),
    run: /[A-Za-z0-9_-]*/y,
  },
  { kind: 'private_key', prefix: '-----BEGIN', anchor: 5, pattern: privateKey },
  ...scheme('bearer', 'bearer', '(?=[a-z._~+/-]{0,256}[A-Z0-9])[A-Za-z0-9._~+/-]{8,}=*'),
  ...scheme('basic_auth', 'basic', '(?=[A-Za-z+/]{0,256}[0-9=])[A-Za-z0-9+/]{8,}=*'),
  {
    kind: 'url_password',
    prefix: '://',
    anchor: 0,
    pattern: /:\/\/[^\s/:@"'\\[\]]*:(?<secret>[^\s/@"'\\[\]]+)@/y,
  },
  { kind: 'url_key', prefix: '?', anchor: 0, pattern: urlKey },
  { kind: 'url_key', prefix: '&', anchor: 0, pattern: urlKey },
];
