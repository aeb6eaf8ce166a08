/** The part of the bundler's module graph that the chunks depend on. */
type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }
export type Graph = { getModuleInfo: (id: string) => ModuleInfo | null }

type Test = (id: string, graph: Graph) => boolean

type Modules = {
  /** The entries of the public screens and of the signed-in application. */
  publicEntry: string
  appEntry: string
  /** Loaded by the signed-in application, and dynamically by a public screen of a user with a session. */
  session: string
  /** Loaded by everything with a form. */
  form: string
  /** The routes that most users load first. */
  homes: readonly string[]
}

/** A module that is imported dynamically. */
type Lazy = { id: string; loads: Test; isScreen: boolean; isSignedIn: boolean }

/**
 * A few chunks by what is loaded together; a module is in the first group that matches. A module that only one screen
 * or one dynamic import loads is in no group: the bundler puts it into the chunk of that.
 */
export function chunkGroups({ publicEntry, appEntry, session, form, homes }: Modules) {
  const withPublic = loadedWith(publicEntry)
  const withApp = loadedWith(appEntry)
  const lazies = once((graph) => lazyModules([publicEntry, appEntry], graph))
  const loaders = (id: string, graph: Graph) => lazies(graph).filter(({ loads }) => loads(id, graph))
  /** What a user may load without signing in, apart from the public screens themselves. */
  const beforeSignIn = once((graph) => lazyModules([publicEntry], graph).filter(({ isScreen }) => !isScreen))

  const isGround: Test = (id, graph) =>
    withPublic(id, graph) &&
    (withApp(id, graph) || loaders(id, graph).some(({ isScreen, loads }) => isScreen && !loads(form, graph)))
  const isShared: Test = (id, graph) => {
    const by = loaders(id, graph)
    return (
      by.length > 1 &&
      by.some(({ isSignedIn }) => isSignedIn) &&
      !beforeSignIn(graph).some((each) => each.loads(id, graph))
    )
  }

  const isHome = ({ id }: Lazy) => homes.some((home) => id.startsWith(home))
  /** Screens of a record, which are opened from a list; `$table` is a list. */
  const isRecord = ({ id }: Lazy) => /\.(create|\$(?!table\.tsx)\w+)\.tsx/.test(id)

  const group = (name: string, test: Test) => ({
    debugName: name,
    // An entry in a chunk with other modules would run wherever these are loaded.
    name: (id: string, graph: Graph) =>
      id !== publicEntry && id !== appEntry && test(id, graph) ? name : null,
  })
  return [
    // Changes seldom.
    group('react', (id) => /node_modules\/(react|react-dom|scheduler)\//.test(id)),
    group('ground', isGround),
    group('form', (id, graph) => withPublic(id, graph) && loaders(id, graph).length > 0),
    group('session', loadedWith(session)),
    group('app', (id, graph) => {
      const by = loaders(id, graph)
      return withApp(id, graph) || (by.length > 1 && by.some(isHome))
    }),
    group(
      'lists',
      (id, graph) =>
        isShared(id, graph) && loaders(id, graph).some((each) => each.isSignedIn && !isRecord(each)),
    ),
    // The last: a group takes what its modules import as well.
    group('records', isShared),
  ]
}

/** Whether a module is loaded together with `root`, by static imports. */
export function loadedWith(root: string): Test {
  const loaded = once((graph) => staticImports(root, graph))
  return (id, graph) => loaded(graph).has(id)
}

function staticImports(root: string, graph: Graph): Set<string> {
  return reach([root], (id) => graph.getModuleInfo(id)?.importedIds ?? [])
}

/** Every module that is imported dynamically, directly or not, from the entries. */
function lazyModules(entries: readonly string[], graph: Graph): Lazy[] {
  const dynamicImports = (id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []
  const importers = reach(entries, (id) => [
    ...(graph.getModuleInfo(id)?.importedIds ?? []),
    ...dynamicImports(id),
  ])
  const found = new Map<string, Lazy>()
  for (const importer of importers)
    for (const id of dynamicImports(importer)) {
      // The plugin of the router splits the component off its route.
      const isSignedIn = id.includes('?tsr-split=')
      const isScreen = isSignedIn || importer.endsWith('/src/public/screens.ts')
      found.set(id, { id, loads: loadedWith(id), isScreen, isSignedIn })
    }
  return [...found.values()]
}

function reach(roots: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const reached = new Set(roots)
  // The iteration includes what is added during it.
  for (const id of reached) for (const each of next(id)) reached.add(each)
  return reached
}

/** Computed with the first module that is grouped, when the graph is complete. */
function once<Value>(compute: (graph: Graph) => Value): (graph: Graph) => Value {
  let value: { is: Value } | undefined
  return (graph) => {
    value ??= { is: compute(graph) }
    return value.is
  }
}
