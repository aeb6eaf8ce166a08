import { cpSync, existsSync, globSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../check/source-files.ts'
import { npm } from '../npm.mjs'

const NEVER_RUN = /\.(map|md|d\.[cm]?ts|flow)$/
const NOT_PACKED = [
  'package-lock.json',
  'apps/web/package.json',
  'dev',
  'e2e',
  'node_modules/.package-lock.json',
]

/** Installs the locked packages of the server without their scripts, and removes the files it does not need. */
export function installPackages(app: string): void {
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

/** Resolves as Node does: in the nearest `node_modules` upwards. */
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
