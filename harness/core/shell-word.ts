/** A text as one word of a command line that is to be copied: quoted where a POSIX shell would split or expand it. */
export function toShellWord(text: string): string {
  return /^[A-Za-z0-9_.,:/@+-]+$/u.test(text)
    ? text
    : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
