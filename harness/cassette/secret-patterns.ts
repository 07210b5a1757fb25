/** A shape that secrets have in texts. */
export interface SecretPattern {
  /** Told in findings. */
  readonly kind: string;
  /** Global; the group `secret` is what is taken out, the whole match where there is none. */
  readonly pattern: RegExp;
}

/** A tail without digit or capital is a word, as in `sk-learn`. */
const keyTail = '(?=[a-z_-]*[A-Z0-9])';
const edge = '(?<![A-Za-z0-9])';
const names =
  '(?:access|refresh|id|auth|session|bearer)[_-]?token|client[_-]?secret|secret[_-]?(?:access[_-]?)?key|private[_-]?key|(?:x-)?(?:goog-)?api[_-]?key|authorization|proxy-authorization';

/**
 * Shapes of keys that providers give out, and fields and headers that hold credentials by name.
 * Source of the prefixes: the public secret-scanning lists of GitHub and GitLab.
 */
export const secretPatterns: readonly SecretPattern[] = [
  { kind: 'api_key', pattern: new RegExp(`${edge}sk-${keyTail}[A-Za-z0-9_-]{8,}`, 'g') },
  {
    kind: 'api_key',
    pattern: new RegExp(`${edge}(?:gsk|xai|pplx|r8|hf|npm)[_-]${keyTail}[A-Za-z0-9]{16,}`, 'g'),
  },
  {
    kind: 'api_key',
    pattern: new RegExp(
      `${edge}(?:sk|rk|pk|whsec)_(?:live_|test_)?${keyTail}[A-Za-z0-9]{16,}`,
      'g',
    ),
  },
  { kind: 'google_key', pattern: new RegExp(`${edge}AIza[A-Za-z0-9_-]{30,}`, 'g') },
  { kind: 'aws_key', pattern: new RegExp(`${edge}(?:AKIA|ASIA)[0-9A-Z]{16}(?![0-9A-Z])`, 'g') },
  {
    kind: 'github_token',
    pattern: new RegExp(`${edge}(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})`, 'g'),
  },
  { kind: 'gitlab_token', pattern: new RegExp(`${edge}glpat-[A-Za-z0-9_-]{16,}`, 'g') },
  { kind: 'slack_token', pattern: new RegExp(`${edge}xox[abeoprs]-[A-Za-z0-9-]{10,}`, 'g') },
  {
    kind: 'jwt',
    pattern: new RegExp(
      `${edge}eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}(?:\\.[A-Za-z0-9_-]+)?`,
      'g',
    ),
  },
  {
    kind: 'private_key',
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  },
  {
    kind: 'bearer',
    pattern: /\bbearer\s+(?<secret>(?=[a-z._~+/-]*[A-Z0-9])[A-Za-z0-9._~+/-]{8,}=*)/gi,
  },
  {
    kind: 'basic_auth',
    pattern: /\bbasic\s+(?<secret>(?=[A-Za-z+/]*[0-9=])[A-Za-z0-9+/]{8,}=*)/gi,
  },
  {
    kind: 'url_password',
    pattern: /[a-z][a-z0-9+.-]*:\/\/[^\s/:@"'\\[\]]*:(?<secret>[^\s/@"'\\[\]]+)@/gi,
  },
  {
    kind: 'url_key',
    pattern:
      /[?&](?:key|api_?key|token|access_token|sig|signature|secret)=(?<secret>[^\s&#"'\\[\]]{4,})/gi,
  },
  { kind: 'cookie', pattern: /\bcookie\s*:\s*(?<secret>[^\s;"'\\[\]]+=[^\s;"'\\[\]]*)/gi },
  {
    kind: 'named_secret',
    pattern: new RegExp(
      `(?:${names})\\\\*["']\\s*:\\s*\\\\*["'](?:(?:bearer|basic|token)\\s+)?(?<secret>[^"'\\\\\\[\\]]{4,})`,
      'gi',
    ),
  },
  {
    kind: 'named_secret',
    pattern: new RegExp(
      `(?:${names})\\s*[:=]\\s*(?:(?:bearer|basic|token)\\s+)?(?<secret>(?=[^\\s"']*[0-9A-Z_])[^\\s"'\\\\,;&{}<>\\[\\]]{6,})`,
      'gi',
    ),
  },
];

/** Whether a field or header holds a secret by its name, whatever its value looks like. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

const secretName = new RegExp(`^(?:${names}|(?:set-)?cookie2?)$`, 'i');

/**
 * A quick look: a text without any of these holds no secret by shape. It keeps redaction out of the
 * way of the many texts that have nothing to hide.
 */
export const trigger =
  /sk-|[srp]k_|whsec|gsk_|xai-|pplx-|r8_|hf_|npm_|AIza|AKIA|ASIA|gh[pousr]_|github_pat|glpat-|xox|eyJ|PRIVATE KEY|:\/\/|[?&](?:key|api|token|access|sig|secret)|bearer|basic|cookie|authorization|(?:access|refresh|id|auth|session)[_-]?token|secret|(?:api|private)[_-]?key/i;
