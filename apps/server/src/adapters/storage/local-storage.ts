import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  access,
  constants,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  concatenate,
  matchesEtags,
  openParts,
  partPath,
  writeBlocks,
  writeHashed,
  writePart,
} from './local-files.ts'
import { signedPath } from './signed-link.ts'
import { type ByteRange, partCount, partSize, type Storage, type UploadTerms } from './storage.ts'

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+(\.[a-z]+)?)+\/?$/
const READ_BYTES = 1024 * 1024

/** Objects in a folder. Writes a temporary file, syncs and renames it, so that readers never see a partial object. */
export class LocalStorage implements Storage {
  readonly browserOrigin: string | null = null
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
      signedPath(this.#secret, key, {
        method: 'PUT',
        expires,
        size: partSize(terms, index + 1),
        type: terms.contentType,
        part: index + 1,
        parts,
      }),
    )
    return { urls, headers: { 'content-type': terms.contentType }, uploadId: null }
  }

  /** Does nothing. The routes refuse links of a closed upload, and its parts are removed with the folder. */
  async abortUpload() {}

  async signDownload(key: string, { fileName, expiresAt }: { fileName: string; expiresAt: Date }) {
    const expires = Math.floor(expiresAt.getTime() / 1000)
    return signedPath(this.#secret, key, { method: 'GET', expires, name: fileName })
  }

  /** Replaces an earlier attempt at the same part. Returns its ETag. */
  async putPart(key: string, part: number, content: AsyncIterable<Uint8Array>) {
    const path = this.#path(key)
    if ((await this.size(key)) !== null) throw new AlreadyStored()
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // Attempts at the same part may overlap, so each writes its own file and the last to complete wins.
    const temporary = `${path}.${randomUUID()}.part`
    let etag: string
    try {
      etag = await this.#writeDurably(temporary, (file) => writePart(file, content))
      await rename(temporary, partPath(path, part))
    } catch (error) {
      // The object was completed from other attempts meanwhile, which removed the temporary files.
      if ((await this.size(key)) !== null) throw new AlreadyStored()
      throw error
    } finally {
      await rm(temporary, { force: true })
    }
    if ((await this.size(key)) !== null) {
      await this.discardPart(key, part)
      throw new AlreadyStored()
    }
    return etag
  }

  /** Removes a part, and its folder when empty. */
  async discardPart(key: string, part: number) {
    const path = this.#path(key)
    await rm(partPath(path, part), { force: true })
    await rmdir(dirname(path)).catch(() => {})
  }

  completeUpload(key: string, terms: UploadTerms, etags: readonly string[]) {
    // Concurrent calls share one completion.
    const running = this.#completing.get(key) ?? this.#completeOrMissing(key, terms, etags)
    this.#completing.set(key, running)
    return running.finally(() => this.#completing.delete(key))
  }

  /** If a part disappears, another process has completed the upload or clean-up has removed it. */
  async #completeOrMissing(key: string, terms: UploadTerms, etags: readonly string[]) {
    const isComplete = await this.#complete(key, terms, etags).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    })
    return isComplete || (await this.size(key)) !== null
  }

  async #complete(key: string, terms: UploadTerms, etags: readonly string[]) {
    const path = this.#path(key)
    if ((await this.size(key)) !== null) return true
    const paths = Array.from({ length: partCount(terms) }, (_, index) => partPath(path, index + 1))
    const sizes = paths.map((_, index) => partSize(terms, index + 1))
    const temporary = `${path}.${randomUUID()}.part`
    const parts = await openParts(paths, sizes)
    try {
      if (!matchesEtags(parts, etags)) return false
      await this.#writeDurably(temporary, (file) => writeBlocks(file, concatenate(parts)))
      await linkOnce(temporary, path)
    } finally {
      await Promise.all(parts.map((part) => part?.file.close()))
      await rm(temporary, { force: true })
    }
    const leftovers = (await readdir(dirname(path))).filter((name) => name.endsWith('.part'))
    await Promise.all(leftovers.map((name) => rm(join(dirname(path), name), { force: true })))
    return true
  }

  async removePartialWrites(before: Date) {
    const names = await readdir(this.#root, { recursive: true }).catch(ifMissing([]))
    for (const name of names.filter((each) => each.endsWith('.part'))) {
      const path = join(this.#root, name)
      const object = path.replace(/\.[^.]*\.part$/, '')
      // A complete part is needed until its object exists.
      const isNeeded = /\.\d+\.part$/.test(name) && (await stat(object).catch(ifMissing(null))) === null
      const info = isNeeded ? null : await stat(path).catch(ifMissing(null))
      if (info && info.mtimeMs < before.getTime()) await rm(path, { force: true })
    }
  }

  async check() {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    await access(this.#root, constants.R_OK | constants.W_OK)
  }

  async size(key: string) {
    return (await stat(this.#path(key)).catch(ifMissing(null)))?.size ?? null
  }

  read(key: string, range: ByteRange | null = null): AsyncIterable<Uint8Array> {
    return createReadStream(this.#path(key), { highWaterMark: READ_BYTES, ...range })
  }

  async write(key: string, content: AsyncIterable<Uint8Array>) {
    const path = this.#path(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const temporary = `${path}.${randomUUID()}.part`
    try {
      const written = await this.#writeDurably(temporary, (file) => writeHashed(file, content))
      await rename(temporary, path)
      return written
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async remove(key: string) {
    await rm(this.#path(key), { force: true, recursive: true })
  }

  /** Overridden in tests, to simulate a full disk. */
  protected openNew(path: string): Promise<FileHandle> {
    return open(path, 'wx', 0o600)
  }

  /** Resolves once the bytes are synced to the disk. */
  async #writeDurably<Written>(path: string, write: (file: FileHandle) => Promise<Written>) {
    const file = await this.openNew(path)
    try {
      const written = await write(file)
      await file.sync()
      return written
    } finally {
      await file.close()
    }
  }
}

/** Never replaces an existing object, because `link` fails where `rename` would overwrite. */
async function linkOnce(temporary: string, path: string) {
  await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

function ifMissing<T>(fallback: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return fallback
    throw error
  }
}

/** Objects are write-once. */
export class AlreadyStored extends Error {}
