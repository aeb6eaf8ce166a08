import { chmod, mkdir, stat } from 'node:fs/promises'
import { spoolFolder } from './mail/spool.ts'
import { storageFolder } from './storage/open-storage.ts'

const OWNER_ONLY = 0o700
/** The owner's rights, and for others at most to pass through. */
const PASSING_THROUGH = 0o711

/** Only the account of the server reads its data. What an earlier release left open is closed at the start. */
export async function protectDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY })
  // Under root, PostgreSQL has an account of its own that must get to its folder.
  const isRoot = process.getuid?.() === 0
  await chmod(dataDir, isRoot ? (await stat(dataDir)).mode & PASSING_THROUGH : OWNER_ONLY)
  for (const folder of [storageFolder(dataDir), spoolFolder(dataDir)]) {
    await mkdir(folder, { mode: OWNER_ONLY, recursive: true })
    await chmod(folder, OWNER_ONLY)
  }
}
