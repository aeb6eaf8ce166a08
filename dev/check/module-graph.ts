import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './source-files.ts'

export type Import = {
  from: string
  to: string
  /** `type` does not exist at run time; `lazy` is loaded when its line runs. */
  kind: 'static' | 'type' | 'lazy'
}

/** Up to the first quote, so that a statement without a module does not match. Imports begin a line (Biome). */
const STATEMENT = /^(?:import|export)\s+(?<type>type\s+)?(?:[\w\s$*,{}]+\sfrom\s+)?'(?<module>[^']+)'/gm
const EXPRESSION = /(?<typeof>typeof\s+)?\bimport\(\s*'(?<module>[^']+)',?\s*\)(?<name>\.[A-Z])?/g

const CONTRACT = '@backoffice/contract/'

/** Imports between the given files, which are relative to the folder. A file is named by its path with extension. */
export function readImports(files: string[], folder = root): Import[] {
  const known = new Set(files)
  return files.flatMap((from) =>
    scanImports(readFileSync(join(folder, from), 'utf8')).flatMap(({ module, kind }) => {
      const to = resolve(from, module)
      return known.has(to) ? [{ from, to, kind }] : []
    }),
  )
}

/** Imports of a source text. TypeScript 7 has no JavaScript API, and a parser takes twenty times as long. */
export function scanImports(text: string): { module: string; kind: Import['kind'] }[] {
  const statements = [...text.matchAll(STATEMENT)].map(({ groups = {} }) => ({
    module: groups.module ?? '',
    kind: groups.type ? ('type' as const) : ('static' as const),
  }))
  const expressions = [...text.matchAll(EXPRESSION)].map(({ groups = {} }) => ({
    module: groups.module ?? '',
    kind: groups.typeof || groups.name ? ('type' as const) : ('lazy' as const),
  }))
  return [...statements, ...expressions]
}

function resolve(from: string, module: string): string {
  if (module.startsWith(CONTRACT)) return `packages/contract/src/${module.slice(CONTRACT.length)}.ts`
  return module.startsWith('.') ? join(from, '..', module) : module
}

/** Importers of each file. */
export function importersOf(imports: Import[]): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>()
  for (const { from, to } of imports) importers.set(to, (importers.get(to) ?? new Set()).add(from))
  return importers
}
