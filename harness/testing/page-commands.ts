/** A command that a Markdown page shows, and what the page says that it prints. */
export interface PageCommand {
  /** Words after `toolrig`. */
  readonly args: readonly string[];
  /** Lines of the `text` block that follows the `sh` block; they belong to its last command. */
  readonly lines: readonly string[];
}

/** Reads the `npx toolrig ...` commands of the `sh` blocks of a page, each with the lines of output pasted below it. */
export function readPageCommands(page: string): readonly PageCommand[] {
  const blocks = page.matchAll(/^```sh\n(?<sh>.*?)^```\n(?:\n?```text\n(?<text>.*?)^```)?/gmsu);
  return [...blocks].flatMap(({ groups }) => {
    const commands = (groups?.['sh'] ?? '')
      .split('\n')
      .filter((line) => line.startsWith('npx toolrig '))
      .map((line) => toArgs(line.replace(/^npx toolrig /u, '').replace(/\s+#.*$/u, '')));
    const lines = (groups?.['text'] ?? '').split('\n').filter((line) => line.trim() !== '');
    return commands.map((args, at) => ({ args, lines: at === commands.length - 1 ? lines : [] }));
  });
}

function toArgs(line: string): readonly string[] {
  return (line.match(/'[^']*'|\S+/gu) ?? []).map((word) => word.replace(/^'(.*)'$/u, '$1'));
}
