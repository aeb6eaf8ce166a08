import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** One import: from a file to another file of the repository, or to a package by its name. */
export type Import = { from: string; to: string; typeOnly: boolean }

const statement =
  /^\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

/** Every import of the files. Workspace packages are followed to their files: `./*` is `./src/*.ts` there. */
export function importsOf(files: string[], root: string): Import[] {
  const known = new Set(files)
  return files
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .flatMap((from) => {
      const text = readFileSync(join(root, from), 'utf8')
      return [...text.matchAll(statement)].map(([, type, name, dynamic]) => ({
        from,
        to: resolve(from, name ?? dynamic ?? '', known),
        typeOnly: type !== undefined,
      }))
    })
}

function resolve(from: string, name: string, known: Set<string>): string {
  const own = /^@backoffice\/([^/]+)(?:\/(.+))?$/.exec(name)
  const path = own
    ? `${['web', 'server'].includes(own[1] ?? '') ? 'apps' : 'packages'}/${own[1]}/src/${own[2] ?? 'index'}`
    : name.startsWith('.')
      ? normalize(join(dirname(from), name))
      : undefined
  if (path === undefined) return name
  const bare = path.replace(/\?.*$/, '')
  return ['', '.ts', '.tsx', '/index.ts'].map((end) => bare + end).find((file) => known.has(file)) ?? bare
}

/** The files of each cycle of imports, type-only ones aside: those are gone when the program runs. */
export function cyclesIn(imports: Import[]): string[][] {
  const edges = new Map<string, string[]>()
  for (const { from, to, typeOnly } of imports)
    if (!typeOnly && from !== to) edges.set(from, [...(edges.get(from) ?? []), to])
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[][] = []
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file])
      return
    }
    state.set(file, 'open')
    for (const next of edges.get(file) ?? []) visit(next, [...path, file])
    state.set(file, 'done')
  }
  for (const file of edges.keys()) visit(file, [])
  return cycles
}
