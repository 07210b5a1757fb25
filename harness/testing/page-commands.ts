/** A command that a Markdown page shows, and what the page says that it prints. */
export interface PageCommand {
  /** Words after `toolrig`. */
  readonly args: readonly string[];
  /** 0 unless a comment behind the command says `exit code <n>`. */
  readonly exitCode: number;
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
      .map(toCommand);
    const lines = (groups?.['text'] ?? '').split('\n').filter((line) => line.trim() !== '');
    return commands.map((command, at) => ({
      ...command,
      lines: at === commands.length - 1 ? lines : [],
    }));
  });
}

function toCommand(line: string): Pick<PageCommand, 'args' | 'exitCode'> {
  const [command = '', comment = ''] = line.replace(/^npx toolrig /u, '').split(/\s+#/u);
  const exitCode = Number(/exit code (?<code>[0-9])/u.exec(comment)?.groups?.['code'] ?? 0);
  return { args: toArgs(command), exitCode };
}

function toArgs(line: string): readonly string[] {
  return (line.match(/'[^']*'|\S+/gu) ?? []).map((word) => word.replace(/^'(.*)'$/u, '$1'));
}
