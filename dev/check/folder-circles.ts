import { dirname } from 'node:path'
import { type Import, readImports } from './module-graph.ts'
import { codeFiles } from './source-files.ts'

const SIDES = ['apps/server/src/', 'apps/web/src/', 'packages/contract/src/']

/** Here a folder and a folder inside it are two layers. Elsewhere they are a whole and its part, and import freely. */
const LAYERED = 'apps/server/src'

const MAX_SHOWN = 3

/** Problems: folders that import each other, also through other folders, lazily or for types only. */
export function findFolderCircles(): string[] {
  return folderCircles(readSides()).map(({ folders, path }) =>
    [
      `${folders.join(', ')} import each other, for example:`,
      ...path.slice(0, MAX_SHOWN).map(({ from, to }) => `  ${from} imports ${to}`),
    ].join('\n'),
  )
}

/** Imports between files of the server, the web and the contract, without tests. */
export function readSides(folder?: string): Import[] {
  const files = codeFiles(folder).filter((file) => SIDES.some((side) => file.startsWith(side)))
  return readImports(files, folder)
}

type Circle = {
  folders: string[]
  /** An import for each step of the shortest circle, the step with the fewest imports first. */
  path: Import[]
}

/** Strongly connected folders. */
export function folderCircles(imports: Import[]): Circle[] {
  const edges = folderEdges(imports)
  const ways = new Map([...edges.keys()].map((folder) => [folder, waysFrom(folder, edges)]))
  const circles = new Map<string, Circle>()
  for (const [folder, reached] of ways) {
    const around = reached.get(folder)
    if (!around) continue
    const folders = [...reached.keys()].filter((other) => ways.get(other)?.has(folder)).sort()
    const known = circles.get(folders.join())
    if (known && known.path.length <= around.length) continue
    const steps = [...around].sort((one, other) => one.length - other.length)
    circles.set(folders.join(), { folders, path: steps.flatMap(([first]) => first ?? []) })
  }
  return [...circles.values()]
}

type Edges = Map<string, Map<string, Import[]>>

function folderEdges(imports: Import[]): Edges {
  const edges: Edges = new Map()
  for (const each of imports) {
    const from = dirname(each.from)
    const to = dirname(each.to)
    if (from === to || (!from.startsWith(LAYERED) && isPart(from, to))) continue
    const targets = edges.get(from) ?? new Map<string, Import[]>()
    edges.set(from, targets.set(to, [...(targets.get(to) ?? []), each]))
  }
  return edges
}

const isPart = (one: string, other: string) =>
  `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)

/** The shortest way to each reachable folder, as the imports of each step. */
function waysFrom(start: string, edges: Edges): Map<string, Import[][]> {
  const ways = new Map<string, Import[][]>()
  const open: [string, Import[][]][] = [[start, []]]
  for (const [folder, way] of open)
    for (const [next, imports] of edges.get(folder) ?? []) {
      if (ways.has(next)) continue
      ways.set(next, [...way, imports])
      open.push([next, [...way, imports]])
    }
  return ways
}

/** Number of pairs of folders that import each other directly. */
export function mutualPairs(imports: Import[]): number {
  const edges = folderEdges(imports)
  const pairs = [...edges].flatMap(([from, targets]) =>
    [...targets.keys()].filter((to) => edges.get(to)?.has(from)),
  )
  return pairs.length / 2
}
