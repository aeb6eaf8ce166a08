import type { FileHandle } from 'node:fs/promises'
import { FolderStorage } from '../outside/storage/folder.ts'

/** A folder on a disk with so much space left: what goes beyond is refused as the kernel refuses it. */
export class FillingStorage extends FolderStorage {
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
