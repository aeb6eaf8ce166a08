import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from '../check/source-files.ts'

/** What a container may be started with. */
const ENTRIES = ['main', 'worker', 'migrate', 'admin', 'load'].map((name) => `apps/server/src/${name}.ts`)

/** Read at run time by their folder rather than imported. */
const READ_AT_RUN_TIME = ['apps/server/src/db/migrations/*.sql', 'packages/identity/migrations/*.sql']

// Imports of types alone are gone at run time.
const IMPORT = /^\s*(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\('([^']+)'\)/gm

/** Source files of the image: what its entries import, directly or not, and what they read. No test, no demo data. */
export function packedFiles(): string[] {
  const found = new Set<string>(ENTRIES)
  // Files added on the way are visited too.
  for (const file of found)
    for (const imported of importsOf(file)) if (!isPackage(imported)) found.add(imported)
  const read = READ_AT_RUN_TIME.flatMap((pattern) => globSync(pattern, { cwd: root }))
  return [...found, ...read].sort()
}

/** Paths from the root, or the names of packages from the registry. */
export function importsOf(file: string): string[] {
  const text = file.endsWith('.ts') ? readFileSync(join(root, file), 'utf8') : ''
  return [...text.matchAll(IMPORT)].flatMap(([, statement, call]) => {
    const target = resolved(file, statement ?? call ?? '')
    return target === undefined ? [] : [target]
  })
}

function resolved(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('node:')) return undefined
  if (specifier.startsWith('.')) return existing(normalize(join(dirname(from), specifier)), from)
  const own = /^@backoffice\/(\w+)(?:\/(.+))?$/.exec(specifier)
  if (own) return existing(`packages/${own[1]}/src/${own[2] ?? 'index'}.ts`, from)
  return packageOf(specifier)
}

function existing(file: string, from: string): string {
  if (existsSync(join(root, file))) return file
  throw new Error(`${from} imports ${file}, which is not there`)
}

const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
export const isPackage = (imported: string) => !/^(apps|packages)\//.test(imported)
