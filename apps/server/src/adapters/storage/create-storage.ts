import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import { LocalStorage } from './local-storage.ts'
import type { Storage } from './storage.ts'
import { mountStorageRoutes, type StorageRoutesDeps } from './storage-routes.ts'

/** `mount` adds the routes of the local storage; a bucket has its own. */
export type OpenStorage = {
  storage: Storage
  mount: (app: FastifyInstance, deps: StorageRoutesDeps) => void
}

export async function createStorage(
  { bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>,
  keys: { storage: Buffer },
): Promise<OpenStorage> {
  if (bucket === null) return openLocalStorage(new LocalStorage(storageFolder(dataDir), keys.storage), keys)
  // Loaded lazily, because the SDK is large and the embedded system does not use it.
  const { S3Storage } = await import('./s3-storage.ts')
  return { storage: new S3Storage(bucket), mount: () => {} }
}

export function openLocalStorage(storage: LocalStorage, keys: { storage: Buffer }): OpenStorage {
  return {
    storage,
    mount: (app, deps) => mountStorageRoutes(app, { ...deps, storage, secret: keys.storage }),
  }
}

export function storageFolder(dataDir: string): string {
  return join(dataDir, 'storage')
}
