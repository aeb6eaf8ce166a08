import { chmod, mkdir, stat } from 'node:fs/promises'
import { outboxFolder } from './mail/outbox.ts'
import { storageFolder } from './storage/create-storage.ts'

const OWNER_ONLY = 0o700
/** All rights for the owner; others may only traverse. */
const TRAVERSABLE = 0o711

/** Restricts the data to the account of the server, also where an earlier release created it with wider permissions. */
export async function protectDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY })
  // Started by root, PostgreSQL runs as an account of its own and must reach its folder.
  const isRoot = process.getuid?.() === 0
  await chmod(dataDir, isRoot ? (await stat(dataDir)).mode & TRAVERSABLE : OWNER_ONLY)
  for (const folder of [storageFolder(dataDir), outboxFolder(dataDir)]) {
    await mkdir(folder, { mode: OWNER_ONLY, recursive: true })
    await chmod(folder, OWNER_ONLY)
  }
}
