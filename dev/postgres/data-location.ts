import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Account, accountFor, canEnter } from './account.ts'
import { externalFolder } from './external-folder.ts'

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
