import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Keys } from '../keys.ts'
import { LocalStorage } from './local-storage.ts'

/** Only local storage so far. */
export function createStorage(config: Pick<Config, 'dataDir'>, keys: Keys): LocalStorage {
  return new LocalStorage(storageFolder(config.dataDir), keys.storage)
}

export function storageFolder(dataDir: string): string {
  return join(dataDir, 'storage')
}
