import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Account, accountFor, canEnter } from './account.ts'
import { ownFolderOutside } from './outside-folder.ts'

/**
 * Who runs the server, and where its data is: the folder asked for, its parent opened for passing through
 * if need be, or one outside where a folder further up is closed to the account.
 */
export function placeOf(wanted: string): { account: Account; dataDir: string } {
  const asked = resolve(wanted)
  const parent = dirname(asked)
  mkdirSync(parent, { recursive: true })
  const account = accountFor(asked)
  if (!account || canEnter(account, parent) || open(parent, account)) return { account, dataDir: asked }
  return { account, dataDir: join(ownFolderOutside(parent), basename(asked)) }
}

/** Passing through is not listing: what is in the folder keeps its own rights. */
function open(folder: string, account: Account): boolean {
  const { mode } = statSync(folder)
  chmodSync(folder, mode | 0o111)
  if (canEnter(account, folder)) return true
  chmodSync(folder, mode)
  return false
}
