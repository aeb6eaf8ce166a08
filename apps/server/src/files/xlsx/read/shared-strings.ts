import { Buffer } from 'node:buffer'
import { readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { uint32At } from '../../csv/bytes.ts'
import { type CsvBlocks, copyBytes } from './csv-blocks.ts'
import { openUnnamed } from './unnamed-file.ts'
import type { WorkbookLimits } from './workbook-limits.ts'
import { tooManyStrings } from './workbook-rejections.ts'

const PAGE_BYTES = 64 * 1024
const CACHED_PAGES = 64

/** Pages in a temporary file, with the last ones read in memory. */
class SpilledPages {
  #file: FileHandle | undefined
  readonly #cache = new Map<number, Buffer>()

  async write(page: number, bytes: Buffer): Promise<void> {
    this.#file ??= await openUnnamed()
    await this.#file.write(bytes, 0, PAGE_BYTES, page * PAGE_BYTES)
  }

  /** Reads synchronously, because the system has the page in memory, or reads it in less than a time slice. */
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

const PAGE_BITS = 16
/** Offsets per array, so that growing never copies them. */
const OFFSETS = 1 << 16

/** Shared strings as cells of a CSV: bytes in pages, of which those beyond a limit are spilled to a file. */
export class SharedStrings {
  count = 0
  #bytes = 0
  readonly #offsets = [new Uint32Array(OFFSETS)]
  readonly #pages: Buffer[] = []
  readonly #maxStrings: number
  readonly #pagesInMemory: number
  readonly #spilled = new SpilledPages()
  /** Full pages that wait for `flush`, and the one being filled. */
  #pending: Buffer[] = []
  #flushed: number

  constructor({ maxStrings, maxStringBytesInMemory }: WorkbookLimits) {
    this.#maxStrings = maxStrings
    this.#pagesInMemory = Math.ceil(maxStringBytesInMemory / PAGE_BYTES)
    this.#flushed = this.#pagesInMemory
  }

  add(cell: Buffer, length: number): void {
    if (this.count === this.#maxStrings) throw tooManyStrings(this.#maxStrings)
    for (let at = 0; at < length; ) {
      const start = this.#bytes & (PAGE_BYTES - 1)
      if (start === 0) this.#addPage()
      const copied = Math.min(length - at, PAGE_BYTES - start)
      copyBytes(cell, at, at + copied, this.#lastPage(), start)
      at += copied
      this.#bytes += copied
    }
    this.count++
    if (this.count % OFFSETS === 0) this.#offsets.push(new Uint32Array(OFFSETS))
    const offsets = this.#offsets[this.count >>> PAGE_BITS]
    if (offsets) offsets[this.count % OFFSETS] = this.#bytes
  }

  /** Writes full pages beyond the limit to the file. */
  async flush(): Promise<void> {
    while (this.#pending.length > 1) await this.#writeFirst()
  }

  /** Must be called after the last string. */
  async finish(): Promise<void> {
    while (this.#pending.length > 0) await this.#writeFirst()
  }

  isEmpty(index: number): boolean {
    return this.#offset(index) === this.#offset(index + 1)
  }

  copyTo(blocks: CsvBlocks, index: number): void {
    const to = this.#offset(index + 1)
    for (let at = this.#offset(index); at < to; ) {
      const start = at & (PAGE_BYTES - 1)
      const end = Math.min(PAGE_BYTES, start + to - at)
      blocks.write(this.#page(at >>> PAGE_BITS), start, end)
      at += end - start
    }
  }

  close(): Promise<void> {
    this.#pending = []
    this.#pages.length = 0
    return this.#spilled.close()
  }

  #offset(index: number): number {
    const offsets = this.#offsets[index >>> PAGE_BITS]
    if (!offsets) throw new RangeError(`There is no string ${index}`)
    return uint32At(offsets, index % OFFSETS)
  }

  #page(page: number): Buffer {
    return this.#pages[page] ?? this.#spilled.read(page - this.#pagesInMemory)
  }

  #addPage(): void {
    const page = Buffer.allocUnsafeSlow(PAGE_BYTES)
    if (this.#pages.length < this.#pagesInMemory) this.#pages.push(page)
    else this.#pending.push(page)
  }

  #lastPage(): Buffer {
    const page = this.#pending.at(-1) ?? this.#pages.at(-1)
    if (!page) throw new Error('There is no page')
    return page
  }

  async #writeFirst(): Promise<void> {
    const [page] = this.#pending
    if (!page) return
    await this.#spilled.write(this.#flushed - this.#pagesInMemory, page)
    this.#flushed++
    this.#pending.shift()
  }
}
