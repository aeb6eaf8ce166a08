/** Part of the bundler's module graph. */
type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }
export type Graph = { getModuleInfo: (id: string) => ModuleInfo | null }

type Test = (id: string, graph: Graph) => boolean

type Modules = {
  /** Entries of the public screens and of the signed-in application. */
  publicEntry: string
  appEntry: string
  /** Loaded by the signed-in application, and dynamically by a public screen of a user with a session. */
  session: string
  /** The check of fields, which every form loads. */
  rules: string
  /** Path of the route in a file, such as `/cases/$id`; undefined for other files. */
  pathOf: (file: string) => string | undefined
  /** Paths of the screens that most users load first. */
  homes: readonly string[]
}

/** A module that is imported dynamically. */
type Lazy = { id: string; loads: Test; isScreen: boolean; isSignedIn: boolean }

/**
 * Groups modules that load together into a few chunks; the first matching group wins. A module that only one screen or
 * one dynamic import loads has no group, so the bundler puts it into that import's chunk.
 */
export function chunkGroups({ publicEntry, appEntry, session, rules, pathOf, homes }: Modules) {
  const withPublic = loadedWith(publicEntry)
  const withApp = loadedWith(appEntry)
  const lazies = once((graph) => lazyModules([publicEntry, appEntry], graph))
  const loaders = (id: string, graph: Graph) => lazies(graph).filter(({ loads }) => loads(id, graph))
  /** Dynamic imports before sign-in, without the public screens. */
  const beforeSignIn = once((graph) => lazyModules([publicEntry], graph).filter(({ isScreen }) => !isScreen))

  const isBase: Test = (id, graph) =>
    withPublic(id, graph) &&
    (withApp(id, graph) || loaders(id, graph).some(({ isScreen, loads }) => isScreen && !loads(rules, graph)))
  // The plugin of the router splits the component off its route. Its id is the file and a query.
  const pathOfScreen = ({ id }: Lazy) => pathOf(id.replace(/\?.*/, '')) ?? ''
  /** Screens with forms of records; `$table` is a list. */
  const isRecord = (lazy: Lazy) => /\/(create|invite|\$(?!table$)\w+)$/.test(pathOfScreen(lazy))
  /** First part of a screen's path: `users` of `/users/users_roles/$id`. */
  const areaOf = (lazy: Lazy) => pathOfScreen(lazy).split('/')[1]
  const isBeforeSignIn: Test = (id, graph) => beforeSignIn(graph).some((each) => each.loads(id, graph))
  /**
   * The only area whose screens load the module. Its dialogs may load it too, because they open when its screens are
   * there.
   */
  const onlyArea = (id: string, graph: Graph): string | undefined => {
    const screens = loaders(id, graph).filter(({ isSignedIn }) => isSignedIn)
    const [area, ...others] = new Set(screens.map(areaOf))
    return others.length > 0 || isBeforeSignIn(id, graph) ? undefined : area
  }

  const isShared: Test = (id, graph) => {
    const by = loaders(id, graph)
    return (
      by.length > 1 &&
      onlyArea(id, graph) === undefined &&
      by.some(({ isSignedIn }) => isSignedIn) &&
      !isBeforeSignIn(id, graph)
    )
  }

  const isHome = (lazy: Lazy) => homes.includes(pathOfScreen(lazy))

  const group = (name: string, test: Test) => ({
    debugName: name,
    // An entry in a shared chunk would run wherever the chunk is loaded.
    name: (id: string, graph: Graph) =>
      id !== publicEntry && id !== appEntry && test(id, graph) ? name : null,
  })
  /** Chunks of modules that only the screens of one area share, apart from those of all lists and records. */
  const ofOneArea = (kind: string, isLoader: (lazy: Lazy) => boolean) => ({
    debugName: kind,
    name: (id: string, graph: Graph) => {
      const by = loaders(id, graph)
      const area = by.length > 1 && by.some(isLoader) ? onlyArea(id, graph) : undefined
      return area === undefined ? null : `${kind}-${area}`
    },
  })
  return [
    // Rarely changes.
    group('react', (id) => /node_modules\/(react|react-dom|scheduler)\//.test(id)),
    group('base', isBase),
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
    group('records', isShared),
    // Last, because a group also takes the imports of its modules.
    ofOneArea('list', (each) => each.isSignedIn && !isRecord(each)),
    ofOneArea('record', isRecord),
  ]
}

/** Tests if static imports load a module together with `root`. */
export function loadedWith(root: string): Test {
  const loaded = once((graph) => staticImports(root, graph))
  return (id, graph) => loaded(graph).has(id)
}

function staticImports(root: string, graph: Graph): Set<string> {
  return reach([root], (id) => graph.getModuleInfo(id)?.importedIds ?? [])
}

/** Modules that the entries import dynamically, directly or indirectly. */
function lazyModules(entries: readonly string[], graph: Graph): Lazy[] {
  const dynamicImports = (id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []
  const importers = reach(entries, (id) => [
    ...(graph.getModuleInfo(id)?.importedIds ?? []),
    ...dynamicImports(id),
  ])
  const found = new Map<string, Lazy>()
  for (const importer of importers)
    for (const id of dynamicImports(importer)) {
      const isSignedIn = id.includes('?tsr-split=')
      const isScreen = isSignedIn || importer.endsWith('/boot/public/screens.ts')
      found.set(id, { id, loads: loadedWith(id), isScreen, isSignedIn })
    }
  return [...found.values()]
}

function reach(roots: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const reached = new Set(roots)
  // The loop also visits items added during it.
  for (const id of reached) for (const each of next(id)) reached.add(each)
  return reached
}

/** Computes a value on first use, when the graph is complete. */
function once<Value>(compute: (graph: Graph) => Value): (graph: Graph) => Value {
  let value: { is: Value } | undefined
  return (graph) => {
    value ??= { is: compute(graph) }
    return value.is
  }
}
