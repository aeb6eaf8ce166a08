import { randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { protectDataFolder } from './data-folder.ts'

/** The secrets of an embedded system. Stored outside the database that they protect. */
export type Keys = { storage: Buffer; identity: Buffer }

/** Creates the keys at the first start, readable only by the owner. */
export async function loadKeys(dataDir: string): Promise<Keys> {
  const path = join(dataDir, 'keys.json')
  await protectDataFolder(dataDir)
  const generated = {
    storage: randomBytes(32).toString('base64'),
    identity: randomBytes(32).toString('base64'),
  }
  await writeFile(path, `${JSON.stringify(generated)}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  await chmod(path, 0o600)
  const stored: unknown = JSON.parse(await readFile(path, 'utf8'))
  const { storage, identity } = stored as Partial<Record<keyof Keys, string>>
  if (!storage || !identity)
    throw new Error(`${path} is damaged: restore it from a backup; nothing can be read without it.`)
  return { storage: Buffer.from(storage, 'base64'), identity: Buffer.from(identity, 'base64') }
}
