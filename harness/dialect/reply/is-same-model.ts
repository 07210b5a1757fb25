/** The same name, apart from a vendor prefix and a date or build number behind it. */
export function isSameModel(asked: string, answered: string): boolean {
  const bare = (name: string): string => name.slice(name.lastIndexOf('/') + 1).toLowerCase();
  const [want, have] = [bare(asked), bare(answered)];
  if (want === have) return true;
  const suffix = /^[-@]([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{3,8}|latest)$/;
  if (have.startsWith(want)) return suffix.test(have.slice(want.length));
  return want.startsWith(have) && /^-latest$/.test(want.slice(have.length));
}
