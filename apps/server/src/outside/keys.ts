import { randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { protectDataFolder } from './data-folder.ts'

/** The secrets of an embedded system, outside the database they protect. */
export type Keys = { storage: Buffer; identity: Buffer }

/** Reads them, or makes them at the first start; readable by their owner only. */
export async function loadKeys(dataDir: string): Promise<Keys> {
  const path = join(dataDir, 'keys.json')
  await protectDataFolder(dataDir)
  const fresh = { storage: randomBytes(32).toString('base64'), identity: randomBytes(32).toString('base64') }
  await writeFile(path, `${JSON.stringify(fresh)}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  await chmod(path, 0o600)
  const kept: unknown = JSON.parse(await readFile(path, 'utf8'))
  const { storage, identity } = kept as Partial<Record<keyof Keys, string>>
  if (!storage || !identity)
    throw new Error(`${path} is damaged: restore it from a backup; nothing can be read without it.`)
  return { storage: Buffer.from(storage, 'base64'), identity: Buffer.from(identity, 'base64') }
}
