import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { linkPath } from './link.ts'
import { partCount, partSize, type Storage, type UploadTerms } from './storage.ts'

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+(\.[a-z]+)?)+\/?$/
const ETAG = /^"[0-9a-f]{64}"$/
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

  /** One part arrives; its ETag is kept beside it until the object is made of them. */
  async putPart(key: string, part: { part: number; parts: number }, content: AsyncIterable<Uint8Array>) {
    const path = this.#path(key)
    if ((await this.size(key)) !== null) throw new AlreadyStored()
    await mkdir(dirname(path), { recursive: true })
    // Two tries of the same part may overlap: each writes a file of its own and the last whole one counts.
    const temporary = `${path}.${part.part}.${randomUUID()}.part`
    try {
      const { sha256 } = await writeWhole(temporary, content)
      const etag = `"${sha256}"`
      if (part.parts === 1) {
        await publishOnce(temporary, path)
        return etag
      }
      // Named by what is in it: of two tries that differ, the tag that is registered decides.
      await rename(temporary, partPath(path, part.part, etag))
      return etag
    } finally {
      await rm(temporary, { force: true })
    }
  }

  completeUpload(key: string, terms: UploadTerms, etags: readonly string[]) {
    // One at a time: whoever asks at the same moment gets the same answer.
    const running = this.#completing.get(key) ?? this.#complete(key, terms, etags)
    this.#completing.set(key, running)
    return running.finally(() => this.#completing.delete(key))
  }

  async #complete(key: string, terms: UploadTerms, etags: readonly string[]) {
    const path = this.#path(key)
    if ((await this.size(key)) !== null) return true
    const parts = partCount(terms)
    if (parts === 1 || etags.length !== parts || !etags.every((etag) => ETAG.test(etag))) return false
    const paths = etags.map((etag, index) => partPath(path, index + 1, etag))
    const found = await Promise.all(paths.map((each) => stat(each).catch(() => null)))
    if (!found.every((part, index) => part?.size === partSize(terms, index + 1))) return false
    const temporary = `${path}.${randomUUID()}.part`
    try {
      // Each part was hashed when it came.
      await writeSafely(temporary, concatenate(paths))
      await publishOnce(temporary, path)
    } finally {
      await rm(temporary, { force: true })
    }
    const beside = (await readdir(dirname(path))).filter((name) => name.endsWith('.part'))
    await Promise.all(beside.map((name) => rm(join(dirname(path), name), { force: true })))
    return true
  }

  async size(key: string) {
    const found = await stat(this.#path(key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    return found?.size ?? null
  }

  read(key: string): AsyncIterable<Uint8Array> {
    return createReadStream(this.#path(key), { highWaterMark: READ_BYTES })
  }

  async write(key: string, content: AsyncIterable<Uint8Array>) {
    const path = this.#path(key)
    await mkdir(dirname(path), { recursive: true })
    const temporary = `${path}.${randomUUID()}.part`
    try {
      const written = await writeWhole(temporary, content)
      await rename(temporary, path)
      return written
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async remove(key: string) {
    await rm(this.#path(key), { force: true, recursive: true })
  }
}

function partPath(path: string, part: number, etag: string): string {
  return `${path}.${part}.${etag.slice(1, -1)}.part`
}

async function writeWhole(path: string, content: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  const bytes = await writeSafely(path, content, (chunk) => hash.update(chunk))
  return { bytes, sha256: hash.digest('hex') }
}

/** A new file, on the disk when it returns; answers how many bytes. */
async function writeSafely(
  path: string,
  content: AsyncIterable<Uint8Array>,
  look?: (chunk: Uint8Array) => void,
) {
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
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

async function writeAll(file: FileHandle, chunk: Uint8Array) {
  let written = 0
  while (written < chunk.byteLength) {
    written += (await file.write(chunk, written, chunk.byteLength - written)).bytesWritten
  }
}

/** Gives the file its name unless something bears it already: `link` refuses where `rename` would replace. */
async function publishOnce(temporary: string, path: string) {
  await link(temporary, path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new AlreadyStored()
  })
  await unlink(temporary)
}

/** The object exists and is write-once. */
export class AlreadyStored extends Error {}

async function* concatenate(paths: readonly string[]): AsyncIterable<Uint8Array> {
  for (const path of paths) yield* createReadStream(path, { highWaterMark: READ_BYTES })
}
