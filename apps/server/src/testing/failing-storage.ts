import { LocalStorage } from '../adapters/storage/local-storage.ts'

/** Fails or hangs on removals, as a bucket that cannot be reached does. */
export class FailingStorage extends LocalStorage {
  beforeRemoval: (key: string) => Promise<void> = async () => {}

  override async remove(key: string) {
    await this.beforeRemoval(key)
    await super.remove(key)
  }
}
