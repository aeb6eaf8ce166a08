import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Keys } from '../keys.ts'
import { FolderStorage } from './folder.ts'

/** The storage this configuration names; so far there is the embedded one. */
export function openStorage(config: Pick<Config, 'dataDir'>, keys: Keys): FolderStorage {
  return new FolderStorage(storageFolder(config.dataDir), keys.storage)
}

export function storageFolder(dataDir: string): string {
  return join(dataDir, 'storage')
}
