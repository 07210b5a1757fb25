/** Names the text of a tool: its name and a hash of its description (FNV-1a, 32 bits). */
export function toTextKey({
  name,
  description = '',
}: {
  readonly name: string;
  readonly description?: string;
}): string {
  let hash = 0x81_1c_9d_c5;
  for (const character of description) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0;
  }
  return `${name} ${hash.toString(16).padStart(8, '0')}`;
}
