import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessMark } from '../processes.ts'

/** Kept beside the data, readable by its starter alone: how to get in, and who holds it at present. */
export type AccessFile = {
  port?: number
  starter?: ProcessMark
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
  giveToOwnerOf(dataDir, unfinished)
  renameSync(unfinished, path(dataDir))
}

/** Made by root, it must stay open to the data's owner, who may be the next to start. */
export function giveToOwnerOf(dataDir: string, file: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  chownSync(file, uid, gid)
}

export function newPasswords(): AccessFile['passwords'] {
  const password = () => randomBytes(24).toString('base64url')
  return { postgres: password(), backoffice_owner: password(), backoffice: password() }
}
