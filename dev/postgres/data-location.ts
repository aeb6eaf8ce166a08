import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Account, accountFor, canEnter } from './account.ts'

/**
 * The account and data folder of the server: the wanted folder, with its parent made traversable, or an external folder
 * if the account still cannot reach it.
 */
export function dataLocation(wanted: string): { account: Account; dataDir: string } {
  const path = resolve(wanted)
  const parent = dirname(path)
  mkdirSync(parent, { recursive: true })
  const account = accountFor(path)
  if (!account || canEnter(account, parent) || makeTraversable(parent, account))
    return { account, dataDir: path }
  return { account, dataDir: join(externalFolder(parent), basename(path)) }
}

/** Adds execute permission only; reverted when that does not help. */
function makeTraversable(folder: string, account: Account): boolean {
  const { mode } = statSync(folder)
  chmodSync(folder, mode | 0o111)
  if (canEnter(account, folder)) return true
  chmodSync(folder, mode)
  return false
}

const SHARED_MEMORY = '/dev/shm'

/**
 * A folder outside the checkout, determined by the path: in /var/lib for root, else in /var/tmp, which survives a
 * reboot.
 */
export function externalFolder(path: string): string {
  return ownFolder(folderIn(process.getuid?.() === 0 ? '/var/lib' : '/var/tmp', path))
}

/**
 * A folder in memory, determined by the path, until the next reboot. Undefined without the free space, as on macOS and
 * in most containers.
 */
export function memoryFolder(path: string, freeBytes: number, memory = SHARED_MEMORY): string | undefined {
  const folder = folderIn(memory, path)
  if (!existsSync(memory)) return undefined
  const { bavail, bsize } = statfsSync(memory)
  return existsSync(folder) || bavail * bsize >= freeBytes ? ownFolder(folder) : undefined
}

function folderIn(parent: string, path: string): string {
  const digest = createHash('sha256').update(path).digest('hex').slice(0, 12)
  return join(parent, `backoffice-${basename(path).replace('.', '')}-${digest}`)
}

/** Creates the folder. Others can write to some parents, so the owner is checked. */
function ownFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new Error(`${folder} belongs to another account. Remove it and start again.`)
  chmodSync(folder, 0o755)
  return folder
}
