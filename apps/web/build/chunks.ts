/** What a bundler tells of a module; enough to walk along its static imports. */
type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/**
 * Names the chunk of what every one of some modules loads with it, rather than when something asks for it. Entries
 * stay out: in a chunk with others, they would run where only those are wanted.
 */
export function loadedWith(roots: readonly string[], entries: readonly string[], name: string) {
  let reached: Set<string>[] | undefined
  return (id: string, graph: Graph): string | null => {
    reached ??= roots.map((root) => walk(root, graph))
    return reached.every((each) => each.has(id)) && !entries.includes(id) ? name : null
  }
}

function walk(root: string, graph: Graph): Set<string> {
  const reached = new Set([root])
  // A set is walked to its end even while it grows.
  for (const id of reached) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  return reached
}
