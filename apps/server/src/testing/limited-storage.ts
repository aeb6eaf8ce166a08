import type { FileHandle } from 'node:fs/promises'
import { LocalStorage } from '../adapters/storage/local-storage.ts'

/** Fails writes beyond `spaceLeft` with the error code of the operating system. */
export class LimitedStorage extends LocalStorage {
  spaceLeft = Number.POSITIVE_INFINITY
  code: 'ENOSPC' | 'EDQUOT' = 'ENOSPC'

  protected override async openNew(path: string): Promise<FileHandle> {
    const file = await super.openNew(path)
    const write = file.write.bind(file)
    const limited = async (chunk: Uint8Array, offset: number, length: number) => {
      this.spaceLeft -= length
      if (this.spaceLeft >= 0) return write(chunk, offset, length)
      throw Object.assign(new Error(`${this.code}: no space left on device, write`), { code: this.code })
    }
    return Object.assign(file, { write: limited })
  }
}
