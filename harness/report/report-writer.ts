import type { ReportData } from './report-data.ts';
import type { ResultSource } from './open/trial-result.ts';

/** A file of a report; long texts come in pieces. */
export interface ReportFile {
  /** Without a folder. */
  readonly name: string;
  readonly content: Uint8Array | AsyncIterable<string> | Iterable<string>;
}

/** What a writer may use. */
export interface ReportInput {
  readonly data: ReportData;
  /** `null` when no run is at hand. */
  readonly results: ResultSource | null;
  /** Begin CSV files with a byte-order mark. */
  readonly byteOrderMark: boolean;
}

/** Makes one kind of report. */
export interface ReportWriter {
  /** Several files go into a folder, a single one is named by the user. */
  readonly target: 'file' | 'folder';
  /** What the files are, for the help text. */
  readonly about: string;
  write(input: ReportInput): Promise<ReportOutput>;
}

/** The files, with notes for readers, such as characters that no font has. */
export interface ReportOutput {
  readonly files: readonly ReportFile[];
  readonly notes: readonly string[];
}
