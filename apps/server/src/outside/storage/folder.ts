import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { areTheseParts, concatenate, openParts, PartDigest, partPath } from './folder-parts.ts'
import { linkPath } from './link.ts'
import { partCount, partSize, type Storage, type UploadTerms } from './storage.ts'

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+(\.[a-z]+)?)+\/?$/
const READ_BYTES = 1024 * 1024

/**
 * The embedded storage: a folder. What is being written has a temporary name and is renamed when it is
 * whole and on the disk, so that a reader never sees half an object.
 */
export class FolderStorage implements Storage {
  readonly #root: string
  readonly #secret: Buffer
  readonly #completing = new Map<string, Promise<boolean>>()

  constructor(root: string, secret: Buffer) {
    this.#root = root
    this.#secret = secret
  }

  #path(key: string) {
    if (!KEY.test(key)) throw new Error(`Not a storage key: ${key}`)
    return join(this.#root, key)
  }

  async signUpload(key: string, terms: UploadTerms) {
    const parts = partCount(terms)
    const expires = Math.floor(terms.expiresAt.getTime() / 1000)
    const urls = Array.from({ length: parts }, (_, index) =>
      linkPath(this.#secret, key, {
        method: 'PUT',
        expires,
        size: partSize(terms, index + 1),
        type: terms.contentType,
        part: index + 1,
        parts,
      }),
    )
    return { urls, headers: { 'content-type': terms.contentType } }
  }

  async signDownload(key: string, { fileName, expiresAt }: { fileName: string; expiresAt: Date }) {
    const expires = Math.floor(expiresAt.getTime() / 1000)
    return linkPath(this.#secret, key, { method: 'GET', expires, name: fileName })
  }

  /** One part arrives, and replaces an earlier try of it. */
  async putPart(key: string, part: number, content: AsyncIterable<Uint8Array>) {
    const path = this.#path(key)
    if ((await this.size(key)) !== null) throw new AlreadyStored()
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // Two tries of the same part may overlap: each writes a file of its own and the last whole one counts.
    const temporary = `${path}.${randomUUID()}.part`
    const digest = new PartDigest()
    try {
      await this.#writeSafely(temporary, digest.behind(content))
      await rename(temporary, partPath(path, part))
    } catch (error) {
      // The object has been made of other tries meanwhile, and what lay beside it removed.
      if ((await this.size(key)) !== null) throw new AlreadyStored()
      throw error
    } finally {
      await rm(temporary, { force: true })
    }
    if ((await this.size(key)) !== null) {
      await this.discardPart(key, part)
      throw new AlreadyStored()
    }
    return digest.etag
  }

  /** Takes a part back, and its folder when nothing else is in it. */
  async discardPart(key: string, part: number) {
    const path = this.#path(key)
    await rm(partPath(path, part), { force: true })
    await rmdir(dirname(path)).catch(() => {})
  }

  completeUpload(key: string, terms: UploadTerms, etags: readonly string[]) {
    // One at a time: whoever asks at the same moment gets the same answer.
    const running = this.#completing.get(key) ?? this.#completeUnlessRemoved(key, terms, etags)
    this.#completing.set(key, running)
    return running.finally(() => this.#completing.delete(key))
  }

  /** Clean-up may remove the folder at any moment: then nothing is there to be complete. */
  #completeUnlessRemoved(key: string, terms: UploadTerms, etags: readonly string[]) {
    return this.#complete(key, terms, etags).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && (await this.size(key)) === null) return false
      throw error
    })
  }

  async #complete(key: string, terms: UploadTerms, etags: readonly string[]) {
    const path = this.#path(key)
    if ((await this.size(key)) !== null) return true
    const paths = Array.from({ length: partCount(terms) }, (_, index) => partPath(path, index + 1))
    const sizes = paths.map((_, index) => partSize(terms, index + 1))
    const temporary = `${path}.${randomUUID()}.part`
    const parts = await openParts(paths, sizes)
    try {
      if (!areTheseParts(parts, etags)) return false
      await this.#writeSafely(temporary, concatenate(parts))
      await publishOnce(temporary, path)
    } finally {
      await Promise.all(parts.map((part) => part?.file.close()))
      await rm(temporary, { force: true })
    }
    const beside = (await readdir(dirname(path))).filter((name) => name.endsWith('.part'))
    await Promise.all(beside.map((name) => rm(join(dirname(path), name), { force: true })))
    return true
  }

  async removeLeftovers(before: Date) {
    const names = await readdir(this.#root, { recursive: true }).catch(ifMissing([]))
    for (const name of names.filter((each) => each.endsWith('.part'))) {
      const path = join(this.#root, name)
      const object = path.replace(/\.[^.]*\.part$/, '')
      // Without its object a whole part waits for the others; with it, it came too late.
      const isNeeded = /\.\d+\.part$/.test(name) && (await stat(object).catch(ifMissing(null))) === null
      const found = isNeeded ? null : await stat(path).catch(ifMissing(null))
      if (found && found.mtimeMs < before.getTime()) await rm(path, { force: true })
    }
  }

  async size(key: string) {
    return (await stat(this.#path(key)).catch(ifMissing(null)))?.size ?? null
  }

  read(key: string): AsyncIterable<Uint8Array> {
    return createReadStream(this.#path(key), { highWaterMark: READ_BYTES })
  }

  async write(key: string, content: AsyncIterable<Uint8Array>) {
    const path = this.#path(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const temporary = `${path}.${randomUUID()}.part`
    try {
      const written = await this.#writeWhole(temporary, content)
      await rename(temporary, path)
      return written
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async remove(key: string) {
    await rm(this.#path(key), { force: true, recursive: true })
  }

  /** Tests override it with a disk that fills up. */
  protected openNew(path: string): Promise<FileHandle> {
    return open(path, 'wx', 0o600)
  }

  async #writeWhole(path: string, content: AsyncIterable<Uint8Array>) {
    const hash = createHash('sha256')
    const bytes = await this.#writeSafely(path, content, (chunk) => hash.update(chunk))
    return { bytes, sha256: hash.digest('hex') }
  }

  /** A new file, on the disk when it returns; answers how many bytes. */
  async #writeSafely(path: string, content: AsyncIterable<Uint8Array>, look?: (chunk: Uint8Array) => void) {
    let bytes = 0
    const file = await this.openNew(path)
    try {
      for await (const chunk of content) {
        look?.(chunk)
        bytes += chunk.byteLength
        await writeAll(file, chunk)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    return bytes
  }
}

/** Gives the file its name unless something bears it already: `link` refuses where `rename` would replace. */
async function publishOnce(temporary: string, path: string) {
  await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

async function writeAll(file: FileHandle, chunk: Uint8Array) {
  let written = 0
  while (written < chunk.byteLength) {
    written += (await file.write(chunk, written, chunk.byteLength - written)).bytesWritten
  }
}

function ifMissing<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
}

/** The object exists and is write-once. */
export class AlreadyStored extends Error {}
