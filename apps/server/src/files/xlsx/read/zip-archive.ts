import { once } from 'node:events'
import { pipeline, type Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { FileRejected } from '../../csv/file-rejected.ts'
import type { PartLimits, WorkbookLimits } from './workbook-limits.ts'
import {
  damagedWorkbook,
  hasPassword,
  packedTooTightly,
  tooManyParts,
  unpacksTooLarge,
} from './workbook-rejections.ts'

const STORED = 0
const DEFLATED = 8
const CHUNK_BYTES = 64 * 1024

/** The parts of a zip file. Names are compared without case, as Office does; none becomes a path. */
export class ZipArchive {
  readonly #zip: ZipFile
  readonly #limits: WorkbookLimits
  readonly #sources = new Set<Readable>()
  readonly #entries = new Map<string, Entry>()

  private constructor(zip: ZipFile, limits: WorkbookLimits) {
    this.#zip = zip
    this.#limits = limits
  }

  /** Rejects a damaged file, and one whose directory exceeds the limits. */
  static async open(path: string, limits: WorkbookLimits): Promise<ZipArchive> {
    const zip = await openPromise(path, { autoClose: false }).catch(rethrow)
    const archive = new ZipArchive(zip, limits)
    try {
      await archive.#readEntries()
      return archive
    } catch (error) {
      await archive.close()
      return rethrow(error)
    }
  }

  get names(): Iterable<string> {
    return this.#entries.keys()
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase())
  }

  /** Unpacks a part, of which the limits, the size and the checksum are enforced on the actual bytes. */
  async *read(name: string, signal?: AbortSignal, limits: PartLimits = this.#limits): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name.toLowerCase())
    if (!entry) throw damagedWorkbook()
    let source: Readable | undefined
    try {
      const packed = await this.#zip.openReadStreamPromise(entry, { decodeFileData: false })
      source = entry.compressionMethod === STORED ? packed : inflate(packed)
      this.#sources.add(source)
      let size = 0
      let checksum = 0
      for await (const chunk of source as AsyncIterable<Buffer>) {
        signal?.throwIfAborted()
        size += chunk.length
        checkSize(size, entry.compressedSize, limits)
        checksum = crc32(chunk, checksum)
        yield chunk
      }
      if (size !== entry.uncompressedSize || checksum !== entry.crc32) throw damagedWorkbook()
    } catch (error) {
      if (signal?.aborted && error === signal.reason) throw error
      rethrow(error)
    } finally {
      if (source) this.#sources.delete(source.destroy())
    }
  }

  async close(): Promise<void> {
    if (!this.#zip.isOpen) return
    // The file is closed after the last of its readers.
    for (const source of this.#sources) source.destroy()
    const closed = once(this.#zip, 'close')
    this.#zip.close()
    await closed
  }

  async #readEntries(): Promise<void> {
    const { maxParts } = this.#limits
    if (this.#zip.entryCount > maxParts) throw tooManyParts(maxParts)
    for await (const entry of this.#zip.eachEntry()) {
      const name = entry.fileName.toLowerCase()
      if (name.endsWith('/')) continue
      if (entry.isEncrypted()) throw hasPassword()
      if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) throw damagedWorkbook()
      // Two parts of one name are read differently by different programs.
      if (this.#entries.has(name)) throw damagedWorkbook()
      checkSize(entry.uncompressedSize, entry.compressedSize, this.#limits)
      this.#entries.set(name, entry)
    }
  }
}

function checkSize(size: number, packedSize: number, limits: PartLimits): void {
  const { maxPartBytes, maxRatio, freeRatioBytes } = limits
  if (size > maxPartBytes) throw unpacksTooLarge(maxPartBytes)
  if (size > freeRatioBytes && size > maxRatio * packedSize) throw packedTooTightly()
}

function inflate(packed: Readable): Readable {
  const inflated = createInflateRaw({ chunkSize: CHUNK_BYTES })
  // Errors reach the reader of `inflated`.
  pipeline(packed, inflated, () => {})
  return inflated
}

/** Errors of yauzl and zlib mean a damaged file; those of the system are passed on. */
function rethrow(error: unknown): never {
  const isOfContent =
    error instanceof Error &&
    !(error instanceof FileRejected) &&
    !('syscall' in error) &&
    (error.constructor === Error || ('code' in error && String(error.code).startsWith('Z_')))
  throw isOfContent ? damagedWorkbook() : error
}
