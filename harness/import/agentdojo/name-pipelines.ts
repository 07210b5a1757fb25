import type { AgentDojoCase } from './agent-dojo-case.ts';

/**
 * What made a run, by its pipeline's name, and where several programs or models hide behind one name (`local`), also by
 * the place that the runs come from. Different folders of AgentDojo's own layout are different models; other places are
 * where both have a run of the same task.
 */
export function namePipelines(heads: readonly AgentDojoCase[]): (head: AgentDojoCase) => string {
  const byPipeline = new Map<string, AgentDojoCase[]>();
  for (const head of heads) {
    const runs = byPipeline.get(head.pipeline) ?? [];
    byPipeline.set(head.pipeline, runs);
    runs.push(head);
  }
  const names = new Map<string, string>();
  for (const [pipeline, runs] of byPipeline) {
    const roots = [...new Set(runs.map(({ root }) => root.path))];
    if (roots.length < 2 || !areApart(runs)) continue;
    const parts = findDistinct(roots, pipeline);
    for (const [index, root] of roots.entries()) {
      const part = parts[index] ?? '';
      names.set(toKey(pipeline, root), part === '' ? pipeline : `${pipeline}.${part}`);
    }
  }
  return ({ pipeline, root }) => names.get(toKey(pipeline, root.path)) ?? pipeline;
}

function areApart(runs: readonly AgentDojoCase[]): boolean {
  if (runs.every(({ root }) => root.isLayout)) return true;
  const places = new Map<string, string>();
  return runs.some(({ suite, userTask, attack, version, root }) => {
    const task = JSON.stringify([suite, userTask, attack, version]);
    const other = places.get(task);
    places.set(task, other ?? root.path);
    return other !== undefined && other !== root.path;
  });
}

/** The part of each path that distinguishes it from the others: without the folders that all begin and end with. */
function findDistinct(roots: readonly string[], pipeline: string): readonly string[] {
  const paths = roots.map((root) => root.split('/').filter((step) => step !== ''));
  const shortest = Math.min(...paths.map(({ length }) => length));
  const same = (at: (path: readonly string[]) => string | undefined): boolean =>
    new Set(paths.map(at)).size === 1;
  let start = 0;
  while (start < shortest && same((path) => path[start])) start += 1;
  let end = 0;
  while (end < shortest - start && same((path) => path.at(-1 - end))) end += 1;
  const parts = paths.map((path) =>
    path
      .slice(start, path.length - end)
      .filter((step) => step !== pipeline)
      .join('-'),
  );
  // Only a folder of the pipeline's name may have distinguished them.
  return new Set(parts).size === parts.length ? parts : roots.map((_, index) => String(index + 1));
}

function toKey(pipeline: string, root: string): string {
  return JSON.stringify([pipeline, root]);
}
