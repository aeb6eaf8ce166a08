import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root } from './npm.mjs'

const stampFile = join(root, 'node_modules/.installed-from')

/** Runs `npm ci` when the lockfile is another than the one last installed from. */
export function installPackages() {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const stamp = createHash('sha256').update(`${lockfile}${process.platform}${process.arch}`).digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  if (!isInstalled(lockfile)) {
    console.log('Installing packages …')
    const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional']
    if (!npm(['ci', ...flags]).ok)
      throw new Error('npm ci failed: its message is above. Check the connection and try again.')
  }
  writeFileSync(stampFile, stamp)
}

/**
 * Whether somebody ran npm by hand since: npm notes what it installed in a lockfile of its own. Reinstalling
 * would take the modules from under whatever runs on them.
 * @param {string} lockfile
 */
function isInstalled(lockfile) {
  const noted = join(root, 'node_modules/.package-lock.json')
  return existsSync(noted) && satisfies(JSON.parse(readFileSync(noted, 'utf8')), JSON.parse(lockfile))
}

/**
 * Whether every package that the lockfile wants is there in its version; those for other platforms may miss.
 * @typedef {{ packages: Record<string, { version?: string, link?: boolean, optional?: boolean }> }} Lockfile
 * @param {Lockfile} found
 * @param {Lockfile} wanted
 */
export function satisfies(found, wanted) {
  return Object.entries(wanted.packages).every(([path, { version, link, optional }]) => {
    if (!path.includes('node_modules/')) return true
    const installed = found.packages[path]
    if (!installed) return optional === true
    return link === installed.link && version === installed.version
  })
}
