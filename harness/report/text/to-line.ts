import { toPlainText } from './to-plain-text.ts';

/** Text from a model on one line, so that it cannot pass for a line of ours. */
export function toLine(text: string): string {
  return toPlainText(text).replaceAll('\n', '\\n');
}
