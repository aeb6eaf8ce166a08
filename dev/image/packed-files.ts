import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../check/source-files.ts'

const ENTRIES = ['main', 'worker', 'migrate', 'admin', 'load', 'approvals'].map(
  (name) => `apps/server/src/${name}.ts`,
)
/** Read at run time by their folder rather than imported. */
const READ_AT_RUN_TIME = ['apps/server/src/db/migrations/*.sql', 'packages/identity/migrations/*.sql']

type Dependency = { module: string; resolved: string; dependencyTypes: string[] }
type Graph = { modules: { source: string; dependencies: Dependency[] }[] }

/** `files`: sources that the entries import or read, directly or not. `packages`: packages of the registry. */
export function packedFiles(): { files: string[]; packages: string[] } {
  // Replaces the exclusion of the checks, which leaves out packages built into a folder called dist.
  const flags = ['--config', '.dependency-cruiser.mjs', '--exclude', '^$', '--output-type', 'json']
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 } as const
  const { modules }: Graph = JSON.parse(
    execFileSync(join(root, 'node_modules/.bin/depcruise'), [...flags, ...ENTRIES], options),
  )
  const importsOf = new Map(modules.map(({ source, dependencies }) => [source, dependencies]))
  const files = new Set(ENTRIES)
  const packages = new Set<string>()
  // Files added on the way are visited too.
  for (const file of files)
    for (const { module, resolved, dependencyTypes } of importsOf.get(file) ?? []) {
      if (dependencyTypes.includes('type-only') || dependencyTypes.includes('core')) continue
      if (/^(apps|packages)\//.test(resolved)) files.add(resolved)
      else packages.add(module.split('/', module.startsWith('@') ? 2 : 1).join('/'))
    }
  const read = READ_AT_RUN_TIME.flatMap((pattern) => globSync(pattern, { cwd: root }))
  return { files: [...files, ...read].sort(), packages: [...packages].sort() }
}
