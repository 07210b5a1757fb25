/** A secret as it is written, inside a text. */
export interface SecretShape {
  readonly kind: string;
  readonly text: string;
  /** What must go; the text around it stays. */
  readonly secret: string;
}

const azure = `${'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq'.padEnd(86, 'K')}==`;
const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----';

/** One of each shape that redaction knows; none was ever valid. */
export const secretShapes: readonly SecretShape[] = [
  shape('api_key', 'sk-test-GGGG', 'key ', ', please'),
  shape('api_key', 'sk-proj-abcdef123456_XYZ'),
  shape('api_key', 'sk_live_abcdefghijklmnop1234', 'use '),
  shape('api_key', 'gsk_abcdefghijklmnop1234'),
  shape('google_key', 'AIzaSyA-1234567890abcdefghijklmnopqrstu'),
  shape('google_token', 'ya29.a0AfH6SMBx-1234567890abcdef', 'token '),
  shape('google_token', 'GOCSPX-abcdefghijklmnopqrstuv1'),
  shape('aws_key', 'AKIAIOSFODNN7EXAMPLE', 'id ', ' now'),
  shape('github_token', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'),
  shape('github_token', 'github_pat_11ABCDEFG0abcdefghijkl'),
  shape('gitlab_token', 'glpat-abcdefghijklmnop'),
  shape('slack_token', 'xoxb-123456789012-abcdef'),
  shape('slack_token', 'xapp-1-A0123456789-1234567890123-abcdef0123456789'),
  shape(
    'webhook_url',
    'T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
    'https://hooks.slack.com/services/',
  ),
  shape(
    'webhook_url',
    'aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcDeFgHiJkLmNoPqRsTuVwXyZ012345',
    'https://discord.com/api/webhooks/123456789012345678/',
  ),
  shape(
    'discord_token',
    'MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcDE.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789ab',
    'bot ',
  ),
  shape('telegram_token', '123456789:AAabcdefghijklmnopqrstuvwxyz0123456', 'bot '),
  shape('pypi_token', 'pypi-AgEIcHlwaS5vcmcCJDAwMDAwMDAw'),
  shape('sendgrid_key', 'SG.abcdefghijklmnopqrstuv.ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abcdefg'),
  shape('azure_key', azure, 'the account has '),
  shape('databricks_token', 'dapi0123456789abcdef0123456789abcdef'),
  shape('vault_token', 'hvs.CAESIAabcdefghijklmnopqrstuvwx'),
  shape('shopify_token', 'shpat_0123456789abcdef0123456789abcdef'),
  shape('jwt', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl'),
  shape('private_key', pem),
  shape('private_key', '-----BEGIN PRIVATE KEY-----\nMIIEtorn', '', '\nplease keep it'),
  shape('bearer', 'abcdef.123456', 'send Bearer '),
  shape('basic_auth', 'dXNlcjpwYXNzMQ==', 'send Basic ', ' now'),
  shape('url_password', 's3cr3t', 'postgres://admin:', '@db.test/x'),
  shape('url_key', 'k-FFFF', 'http://api.test/v1?key=', '&x=1'),
  shape('url_key', 'k-FFFF', 'http://api.test/v1?x=1&api_key='),
  shape('named_secret', 'rt-HHHH', '{"refresh_token":"', '"}'),
  shape('named_secret', 'k-BBBB1', 'api-key: '),
  shape('named_secret', 'a=b', 'Set-Cookie: ', '; Path=/'),
  shape('named_secret', 'abcdef.123456', 'Authorization: Bearer '),
];

function shape(
  kind: string,
  secret: string,
  ...[before = '', after = '']: readonly string[]
): SecretShape {
  return { kind, secret, text: `${before}${secret}${after}` };
}
