import { readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { openUnnamed } from './unnamed-file.ts'

export const PAGE_BYTES = 64 * 1024
const CACHED_PAGES = 64

/** Pages in a temporary file, with the last ones read in memory. */
export class SpilledPages {
  #file: FileHandle | undefined
  readonly #cache = new Map<number, Buffer>()

  async write(page: number, bytes: Buffer): Promise<void> {
    this.#file ??= await openUnnamed()
    await this.#file.write(bytes, 0, PAGE_BYTES, page * PAGE_BYTES)
  }

  /** Reads synchronously: the system has the page in memory, or reads it in less than a time slice. */
  read(page: number): Buffer {
    const cached = this.#cache.get(page)
    if (cached) return cached
    if (!this.#file) throw new Error('No page was written')
    const bytes = this.#freeBuffer()
    readSync(this.#file.fd, bytes, 0, PAGE_BYTES, page * PAGE_BYTES)
    this.#cache.set(page, bytes)
    return bytes
  }

  async close(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    this.#cache.clear()
    await file?.close()
  }

  #freeBuffer(): Buffer {
    const [oldest] = this.#cache.size < CACHED_PAGES ? [] : this.#cache
    if (oldest === undefined) return Buffer.allocUnsafeSlow(PAGE_BYTES)
    this.#cache.delete(oldest[0])
    return oldest[1]
  }
}
