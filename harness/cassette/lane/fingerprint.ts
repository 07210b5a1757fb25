import { hash } from 'node:crypto';

/** A fingerprint: 16 hex digits (64 bits) of the SHA-256 of a text. */
export function toFingerprint(text: string): string {
  return toSha256(text).slice(0, 16);
}

/** SHA-256 as hex. Lone surrogates count as U+FFFD, so hash canonical JSON, which escapes them. */
export function toSha256(text: string): string {
  return hash('sha256', text);
}
