import { mkdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Account, accountFor, canEnter } from './account.ts'
import { ownFolderOutside } from './outside-folder.ts'

/** Who runs the server, and where its data is: the folder asked for, or one outside if that is closed to it. */
export function placeOf(wanted: string): { account: Account; dataDir: string } {
  const asked = resolve(wanted)
  const parent = dirname(asked)
  mkdirSync(parent, { recursive: true })
  const account = accountFor(asked)
  if (!account || canEnter(account, parent)) return { account, dataDir: asked }
  return { account, dataDir: join(ownFolderOutside(parent), basename(asked)) }
}
