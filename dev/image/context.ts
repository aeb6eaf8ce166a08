import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../check/source-files.ts'
import { npm } from '../npm.mjs'
import { buildWeb, webDist } from '../start/web-build.ts'

export const contextFolder = join(root, '.data/image')

/** Prepares the files that the Containerfile copies. `hasBase`: the base image has the libraries. */
export async function prepareContext({ hasBase }: { hasBase: boolean }): Promise<void> {
  await buildWeb()
  rmSync(contextFolder, { recursive: true, force: true })
  const app = join(contextFolder, 'root/app')
  for (const file of packedFiles().files) copyFile(join(root, file), join(app, file))
  cpSync(webDist, join(app, 'apps/web/dist'), {
    recursive: true,
    filter: (file) => !file.endsWith('.built-from'),
  })
  installPackages(app)
  const scratch = join(contextFolder, 'root/scratch')
  mkdirSync(scratch)
  // A mode of mkdir is limited by the umask.
  chmodSync(scratch, 0o1777)
  const node = realpathSync(process.execPath)
  copyFile(node, join(app, 'node'))
  if (!hasBase)
    for (const library of librariesOf(node)) copyFile(library, join(contextFolder, 'root', library))
}

/** Parses lines of ldd: `libm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x…)`, or the loader without an arrow. */
function librariesOf(program: string): string[] {
  const output = execFileSync('ldd', [program], { encoding: 'utf8' })
  if (output.includes('not found')) throw new Error(`A library of ${program} is missing:\n${output}`)
  return output.split('\n').flatMap((line) => /(?:^|=>)\s*(\/\S+)/.exec(line)?.[1] ?? [])
}

const NEVER_RUN = /\.(map|md|d\.[cm]?ts|flow)$/
const NOT_PACKED = [
  'package-lock.json',
  'apps/web/package.json',
  'dev',
  'e2e',
  'node_modules/.package-lock.json',
]

/** Installs the locked packages of the server without their scripts, and removes the files it does not need. */
function installPackages(app: string): void {
  const manifests = ['package{,-lock}.json', '{apps,packages,dev}/*/package.json', 'e2e/package.json']
  for (const file of globSync(manifests, { cwd: root })) copyFile(join(root, file), join(app, file))
  const args = ['--prefix', app, '-w', '@backoffice/server', '--omit=dev', '--omit=optional']
  const quick = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
  const { ok, message } = npm(['ci', ...args, ...quick], { quiet: true })
  if (!ok) throw new Error(`npm ci failed for the image:\n${message}`)
  for (const unused of NOT_PACKED) rmSync(join(app, unused), { recursive: true, force: true })
  removeUnneeded(app)
  for (const file of globSync('node_modules/**/*', { cwd: app, withFileTypes: true }))
    if (file.isFile() && NEVER_RUN.test(file.name)) rmSync(join(file.parentPath, file.name))
}

/** Removes packages that only development or the built browser application needs, some of which npm keeps. */
function removeUnneeded(app: string): void {
  const needed = new Set([join(app, 'apps/server')])
  for (const folder of needed) for (const name of dependenciesOf(folder)) addFound(needed, app, folder, name)
  for (const folder of globSync(['node_modules/*', 'node_modules/@*/*'], { cwd: app }))
    if (!/\/@[^/]*$|\.bin$/.test(folder) && !needed.has(realpathSync(join(app, folder))))
      rmSync(join(app, folder), { recursive: true })
}

/** Resolves as Node does, in the nearest `node_modules` upwards. */
function addFound(needed: Set<string>, app: string, from: string, name: string): void {
  for (let folder = from; folder.startsWith(app); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(candidate)) return void needed.add(realpathSync(candidate))
  }
}

function dependenciesOf(folder: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return Object.keys({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.peerDependencies,
  })
}

/** Copies a file, or the target of a link, and creates its folder. */
export function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(realpathSync(from), to)
}

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
