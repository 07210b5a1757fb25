/** `*` stands for any run of characters; everything else for itself. */
export function matchesName(pattern: string, name: string): boolean {
  const source = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${source.join('.*')}$`, 'u').test(name);
}
