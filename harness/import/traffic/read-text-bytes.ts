import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** The largest text that is unpacked. */
const maxOutputLength = 256 * 1024 * 1024;

/** Bytes as text, unpacked where they are packed: some recorders keep what came over the line. */
export function readTextBytes(bytes: Uint8Array, encoding = ''): string {
  try {
    return unpack(bytes, encoding).toString('utf8');
  } catch {
    return Buffer.from(bytes).toString('utf8');
  }
}

function unpack(bytes: Uint8Array, encoding: string): Buffer {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes, { maxOutputLength });
  if (encoding === 'br') return brotliDecompressSync(bytes, { maxOutputLength });
  if (encoding === 'deflate') return inflateSync(bytes, { maxOutputLength });
  return Buffer.from(bytes);
}
