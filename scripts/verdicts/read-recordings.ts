import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ImportFile } from '../../harness/import/imported-run.ts';
import { readVcr } from '../../harness/import/traffic/read-vcr.ts';
import type { TrafficEntry } from '../../harness/import/traffic/traffic-entry.ts';

/** The exchanges of an archive of VCR recordings (`.tar.gz`), or of a folder of them; their place is `FILE interactions[N]`. */
export function readRecordings(path: string): readonly TrafficEntry[] {
  const files = path.endsWith('.tar.gz') ? readArchive(path) : readFolder(path);
  return files.flatMap((file) => readVcr(file).read);
}

function readFolder(folder: string): readonly ImportFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return names.sort().map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** Source: POSIX ustar, blocks of 512 bytes. */
function readArchive(path: string): readonly ImportFile[] {
  const bytes = gunzipSync(readFileSync(path));
  const files: ImportFile[] = [];
  let longName: string | null = null;
  for (let at = 0; at + 512 <= bytes.length;) {
    const header = bytes.subarray(at, at + 512);
    const field = (start: number, length: number): string =>
      header
        .subarray(start, start + length)
        .toString('utf8')
        .replace(/\0.*$/su, '');
    const size = Number.parseInt(field(124, 12), 8) || 0;
    const body = bytes.subarray(at + 512, at + 512 + size);
    const type = field(156, 1);
    const prefix = field(345, 155);
    const name = longName ?? (prefix === '' ? field(0, 100) : `${prefix}/${field(0, 100)}`);
    longName = readLongName(type, body.toString('utf8'));
    if ((type === '0' || type === '') && /\.yaml(?:\.gz)?$/u.test(name))
      files.push({ name, text: unzip(body).toString('utf8') });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

/** Names of more than 100 characters stand in an entry before their file: POSIX `x` or GNU `L`. */
function readLongName(type: string, text: string): string | null {
  if (type === 'L') return text.replace(/\0.*$/su, '');
  return type === 'x' ? (/ path=(?<path>[^\n]*)\n/u.exec(text)?.groups?.['path'] ?? null) : null;
}

/** Some recordings are compressed twice, under any file name. */
function unzip(bytes: Buffer): Buffer {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}
