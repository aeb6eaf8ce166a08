import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Keys } from '../keys.ts'
import { FolderStorage } from './folder.ts'

/** The storage this configuration names; so far there is the embedded one. */
export function openStorage(config: Pick<Config, 'dataDir'>, keys: Keys): FolderStorage {
  return new FolderStorage(join(config.dataDir, 'storage'), keys.storage)
}
