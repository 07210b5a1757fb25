/** What of a module graph of vite is looked at. */
interface GraphModule {
  readonly file: string | null;
  readonly importers: ReadonlySet<GraphModule>;
}

/** A module graph. */
interface ModuleGraph {
  getModulesByFile(file: string): ReadonlySet<GraphModule> | undefined;
}

/** What of a project of vitest is looked at: one graph for each environment of vite. */
export interface GraphProject {
  readonly vite: {
    /** Absent before vite 6, which had one graph. */
    readonly environments?: Readonly<Record<string, { readonly moduleGraph?: ModuleGraph }>>;
    readonly moduleGraph: ModuleGraph;
  };
}

/** The files that import a file, directly or through others. */
export function listImporters(
  file: string,
  projects: readonly GraphProject[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<GraphModule>();
  const follow = (module: GraphModule): void => {
    if (seen.has(module)) return;
    seen.add(module);
    if (module.file !== null) found.add(module.file);
    module.importers.forEach(follow);
  };
  for (const { vite } of projects) {
    for (const { moduleGraph } of Object.values(vite.environments ?? { only: vite })) {
      moduleGraph?.getModulesByFile(file)?.forEach(follow);
    }
  }
  return found;
}
