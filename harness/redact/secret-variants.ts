/** Values below this length are words, not secrets: taking them out would garble texts. */
const minChars = 6;

/**
 * The forms in which a known secret is looked for in a text and in what its escapes say. Escapes of JSON, URLs and HTML
 * are taken off before, at any depth; base64 is found by decoding.
 */
export function toSecretVariants(secret: string): readonly string[] {
  if (secret.length < minChars) return [];
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  return [
    ...new Set([
      secret,
      // A body whose bytes are no UTF-8 is read byte by byte.
      bytes.toString('latin1'),
      secret.replaceAll(' ', '+'),
      hex,
      hex.toUpperCase(),
    ]),
  ];
}
