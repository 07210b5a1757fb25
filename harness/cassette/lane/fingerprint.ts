import { hash } from 'node:crypto';

/** A fingerprint: 16 hex digits (64 bits) of the SHA-256 of a text. */
export function toFingerprint(text: string): string {
  return toSha256(text).slice(0, 16);
}

/** SHA-256 as hex. Lone surrogates count as U+FFFD, so hash canonical JSON, which escapes them. */
export function toSha256(text: string): string {
  return hash('sha256', text);
}

/** Fingerprint of a list of texts, built text by text: each link covers all before it. */
export function toChain(texts: readonly string[]): string {
  return texts.reduce(addLink, chainStart);
}

/** Fingerprint of no texts. */
const chainStart = toFingerprint('');

/** Adds one text. */
function addLink(chain: string, text: string): string {
  return toFingerprint(`${chain}${text}`);
}

/** Keeps the fingerprint of a growing list of texts; only what is new or changed is hashed. */
export interface ChainTrack {
  /** Takes the list as it is now and gives its fingerprint. */
  update(texts: readonly string[]): string;
}

/** Creates a track of an empty list. A text that `toLink` turns into `null` is not in the chain. */
export function createChainTrack(
  toLink: (text: string) => string | null = (text) => text,
): ChainTrack {
  const seen: string[] = [];
  const chains: string[] = [];
  return {
    update(texts) {
      let same = 0;
      while (same < seen.length && same < texts.length && seen[same] === texts[same]) same += 1;
      seen.length = same;
      chains.length = same;
      for (const text of texts.slice(same)) {
        const before = chains.at(-1) ?? chainStart;
        const link = toLink(text);
        seen.push(text);
        chains.push(link === null ? before : addLink(before, link));
      }
      return chains.at(-1) ?? chainStart;
    },
  };
}
