import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root } from './npm.mjs'

const stampFile = join(root, 'node_modules/.installed-from')

/** Runs `npm ci` unless the lockfile was already installed. */
export function installPackages() {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const stamp = createHash('sha256').update(`${lockfile}${process.platform}${process.arch}`).digest('hex')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  if (!isInstalled(lockfile)) {
    console.log('Installing packages …')
    const flags = ['--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional']
    if (!npm(['ci', ...flags]).ok)
      throw new Error('npm ci failed: see the message above. Check the connection and try again.')
  }
  writeFileSync(stampFile, stamp)
}

/**
 * Compares with npm's hidden lockfile, in case npm was run by hand, because reinstalling removes the modules of
 * running processes.
 * @param {string} lockfile
 */
function isInstalled(lockfile) {
  const hiddenLockfile = join(root, 'node_modules/.package-lock.json')
  return (
    existsSync(hiddenLockfile) &&
    satisfies(JSON.parse(readFileSync(hiddenLockfile, 'utf8')), JSON.parse(lockfile))
  )
}

/**
 * True if every package of the lockfile is installed in its version; optional ones may be missing.
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
