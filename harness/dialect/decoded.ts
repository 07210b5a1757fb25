import type { Deviation, ModelError, ModelReply } from '../core/talk/model.ts';

/** What one exchange came to. Deviations from the protocol stand in the reply or in the error. */
export type Decoded =
  | { readonly ok: true; readonly reply: ModelReply }
  | { readonly ok: false; readonly error: ModelError };

/** What was asked for, as far as it helps to read the answer. Everything may be left out. */
export interface DecodeContext {
  /** The model asked for; another name in the answer is a deviation. */
  readonly model?: string;
  /** Tools offered: they decide between a name split over two chunks and a name sent twice. */
  readonly toolNames?: readonly string[];
  /** `false`: several calls in one reply were asked not to come. */
  readonly parallelCalls?: boolean;
  /** Whether a stream was asked for. */
  readonly stream?: boolean;
  /** Wall-clock time of the answer in milliseconds since 1970; needed only for a date in `Retry-After`. */
  readonly epochMs?: number;
}

/** The body of an answer with a good status. */
export interface GoodBody {
  readonly status: number;
  readonly text: string;
  /** The bytes were not UTF-8. */
  readonly damaged: boolean;
  readonly deviations: readonly Deviation[];
}
