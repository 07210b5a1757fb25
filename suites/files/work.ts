import { emptyResult, type ToolContext } from 'toolrig';

import { resolvePath, root, toDisk } from './world.ts';

/** What the tools do, wide or narrow. None of it looks at whether a path is allowed: that is for `checkPath`. */
export const work = {
  read: (path: string, context: ToolContext): unknown => {
    const text = toDisk(context).files[resolvePath(context, path)];
    return text === undefined ? emptyResult(`There is no file "${path}"`) : { text };
  },
  write: (
    args: { readonly path: string; readonly text: string },
    context: ToolContext,
  ): unknown => {
    const place = resolvePath(context, args.path);
    const disk = toDisk(context);
    if (disk.files[place] === args.text) context.noEffect();
    else {
      disk.files[place] = args.text;
      disk.last = { path: place, text: args.text };
      context.effect(place);
    }
    return { written: args.path };
  },
  list: (path: string, context: ToolContext): unknown => ({ files: listBelow(path, context) }),
  search: (
    args: { readonly path: string; readonly query: string },
    context: ToolContext,
  ): unknown => {
    const { files } = toDisk(context);
    const found = listBelow(args.path, context).filter((name) =>
      (files[`${root}/${name}`] ?? '').toLowerCase().includes(args.query.toLowerCase()),
    );
    return found.length === 0 ? emptyResult(`No file holds "${args.query}"`) : { files: found };
  },
} as const;

/** Files below a folder, by their paths from the root. */
function listBelow(path: string, context: ToolContext): readonly string[] {
  const below = `${resolvePath(context, path)}/`;
  return Object.keys(toDisk(context).files)
    .filter((name) => name.startsWith(below))
    .map((name) => name.slice(root.length + 1));
}
