import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { npm, root } from './npm.mjs'

const wantedMajor = 24

/**
 * The Node 24 of the npm package `node`, installed first if npm did not run its install script.
 */
export function findNode24() {
  const binary = join(root, 'node_modules/node/bin/node')
  if (!works(binary)) install(binary)
  if (works(binary)) {
    linkIntoPath(binary)
    return binary
  }
  if (works(process.execPath)) return process.execPath
  throw new Error(
    `Node ${wantedMajor} could not be installed, and this is Node ${process.versions.node}. Install Node ${wantedMajor} (https://nodejs.org) and try again.`,
  )
}

/** @param {string} binary */
function works(binary) {
  if (!existsSync(binary)) return false
  const run = spawnSync(binary, ['--version'], { encoding: 'utf8' })
  return run.status === 0 && Number.parseInt(run.stdout.slice(1), 10) >= wantedMajor
}

/**
 * Links the binary of the platform's package, fetched first if missing.
 * @param {string} binary
 */
function install(binary) {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/node/package.json'), 'utf8'))
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const name = `${prefix}-${process.platform}-${process.arch}`
  const folders = ['node_modules/node/node_modules', 'node_modules', '.data/node/node_modules']
  const candidates = folders.map((folder) => join(root, folder, name, 'bin/node'))
  if (!candidates.some(works)) {
    console.log(`Fetching Node ${version} …`)
    const place = join(root, '.data/node')
    mkdirSync(place, { recursive: true })
    const run = npm(
      ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', place, `${name}@${version}`],
      {
        quiet: true,
      },
    )
    if (!run.ok) console.error(run.message)
  }
  const found = candidates.find(works)
  if (!found) return
  mkdirSync(dirname(binary), { recursive: true })
  rmSync(binary, { force: true })
  try {
    linkSync(found, binary)
  } catch {
    // On another file system.
    copyFileSync(found, binary)
    chmodSync(binary, 0o755)
  }
}

/**
 * npm creates no link when the binary was missing during its install.
 * @param {string} binary
 */
function linkIntoPath(binary) {
  const link = join(root, 'node_modules/.bin/node')
  if (existsSync(link)) return
  rmSync(link, { force: true })
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync('../node/bin/node', link)
  chmodSync(binary, 0o755)
}
