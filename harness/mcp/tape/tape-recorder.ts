import { openAppendFile, type AppendFile } from '../../disk/append-file.ts';
import { replaceFile } from '../../disk/replace-file.ts';
import type { LosslessValue } from '../../json/lossless-json.ts';
import type { Redactor } from '../../redact/redactor.ts';
import { readRpcMessages } from './rpc-message.ts';
import { writeTapeExchange, writeTapeHead } from './tape-line.ts';

/** Writes what a client and a server say to each other: each request with its answer, as soon as it has one. */
export class TapeRecorder {
  readonly #redactor: Redactor;
  readonly #file: AppendFile;
  readonly #open = new Map<string, { readonly method: string; readonly params: LosslessValue }>();
  /** Requests that were answered. */
  count = 0;

  /** @param path - of the tape, which is begun again where it is there already. */
  constructor(path: string, name: string, redactor: Redactor) {
    this.#redactor = redactor;
    replaceFile(path, writeTapeHead({ version: 1, kind: 'mcp', name, salt: redactor.salt }));
    this.#file = openAppendFile(path);
  }

  /** What the client sent: one message, or a batch. */
  hearClient(text: string): void {
    for (const { id, method, params } of readRpcMessages(text)) {
      if (id !== null && method !== null) this.#open.set(id, { method, params });
    }
  }

  /** What the server sent; its own requests and notifications are not kept. */
  hearServer(text: string): void {
    for (const { id, answer } of readRpcMessages(text)) {
      const asked = id === null ? undefined : this.#open.get(id);
      if (id === null || asked === undefined || answer === null) continue;
      this.#open.delete(id);
      this.count += 1;
      const redact = (part: string): string => this.#redactor.redactText(part);
      this.#file.append(writeTapeExchange({ ...asked, answer }, redact));
    }
  }

  close(): void {
    this.#file.close();
  }
}
