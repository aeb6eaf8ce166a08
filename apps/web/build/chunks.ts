/** What a bundler tells of a module; enough to walk along its static imports. */
export type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** Whether a module is loaded together with another, rather than when something asks for it. */
export function loadedWith(root: string): (id: string, graph: Graph) => boolean {
  let reached: Set<string> | undefined
  return (id, graph) => {
    reached ??= walk(root, graph)
    return reached.has(id)
  }
}

function walk(root: string, graph: Graph): Set<string> {
  const reached = new Set([root])
  // A set is walked to its end even while it grows.
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}
