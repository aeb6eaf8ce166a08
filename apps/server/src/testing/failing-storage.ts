import { LocalStorage } from '../adapters/storage/local-storage.ts'

/** Fails or hangs on removals, like an unreachable bucket. */
export class FailingStorage extends LocalStorage {
  beforeRemoval: (key: string) => Promise<void> = async () => {}

  override async remove(key: string) {
    await this.beforeRemoval(key)
    await super.remove(key)
  }
}
