/** A regular expression and the flags that it is run with. */
export interface FlaggedPattern {
  readonly source: string;
  readonly flags: string;
}

const opening = /^\(\?([ims]*)(?:-([ims]+))?:/u;

/**
 * Takes the modifiers off a regular expression that is inside them as a whole: `(?-i:Paris)` is `Paris` without the flag `i`.
 * Anything else is as it was. Source: ECMA-262 (2025), modifiers, which Node 20 and 22 do not read.
 */
export function readModifiers(pattern: string, flags: string): FlaggedPattern {
  const found = opening.exec(pattern);
  const [head = '', added = '', removed = ''] = found ?? [];
  if (`${added}${removed}` === '' || findGroupEnd(pattern) !== pattern.length - 1) {
    return { source: pattern, flags };
  }
  const kept = flags.split('').filter((flag) => !removed.includes(flag) && !added.includes(flag));
  return { source: pattern.slice(head.length, -1), flags: `${kept.join('')}${added}` };
}

/** Where the group ends that begins at the first character; -1 where it does not. */
function findGroupEnd(pattern: string): number {
  let depth = 0;
  let isInClass = false;
  for (let index = 0; index < pattern.length; index += 1) {
    const char = pattern[index];
    if (char === '\\') index += 1;
    else if (isInClass) isInClass = char !== ']';
    else if (char === '[') isInClass = true;
    else if (char === '(') depth += 1;
    else if (char === ')' && (depth -= 1) === 0) return index;
  }
  return -1;
}
