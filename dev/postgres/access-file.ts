import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessIdentity } from '../processes.ts'

/** Port, passwords and starter of the server. Stored with the data, readable by its owner only. */
export type AccessFile = {
  port?: number
  starter?: ProcessIdentity
  passwords: { postgres: string; backoffice_owner: string; backoffice: string }
}

export type Role = keyof AccessFile['passwords']

const path = (dataDir: string) => join(dataDir, 'access.json')

export function readAccess(dataDir: string): AccessFile | undefined {
  if (!existsSync(path(dataDir))) return undefined
  return JSON.parse(readFileSync(path(dataDir), 'utf8')) as AccessFile
}

export function writeAccess(dataDir: string, access: AccessFile): void {
  const unfinished = `${path(dataDir)}.new`
  writeFileSync(unfinished, JSON.stringify(access, null, 2), { mode: 0o600 })
  chownToOwnerOf(dataDir, unfinished)
  renameSync(unfinished, path(dataDir))
}

/** The owner of the data must be able to read a file created by root, because it may start the server next. */
export function chownToOwnerOf(dataDir: string, file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  chownSync(file, uid, gid)
}

export function newPasswords(): AccessFile['passwords'] {
  const password = () => randomBytes(24).toString('base64url')
  return { postgres: password(), backoffice_owner: password(), backoffice: password() }
}
