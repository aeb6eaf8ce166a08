import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

/** Writes the content at the file's position. `sha256` in hex. */
export async function writeHashed(
  file: FileHandle,
  content: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  await writeBlocks(file, content, (block) => {
    hash.update(block)
    bytes += block.byteLength
  })
  return { bytes, sha256: hash.digest('hex') }
}

/** Inspects a block and requests the next while it is written, so that processor and disk work at the same time. */
export async function writeBlocks(
  file: FileHandle,
  content: AsyncIterable<Uint8Array>,
  inspect: (block: Uint8Array) => void = () => {},
): Promise<void> {
  let writing = Promise.resolve()
  try {
    for await (const block of content) {
      await writing
      writing = writeAll(file, block)
      // The next wait reports a failure; until then, an unhandled one would end the process.
      writing.catch(() => {})
      inspect(block)
    }
  } finally {
    await writing
  }
}

async function writeAll(file: FileHandle, block: Uint8Array): Promise<void> {
  let written = 0
  while (written < block.byteLength) {
    written += (await file.write(block, written, block.byteLength - written)).bytesWritten
  }
}

/** A stored part is a file with its content, followed by its SHA-256 as ETag. */

const DIGEST_BYTES = 32
const READ_BYTES = 1024 * 1024

type StoredPart = { file: FileHandle; size: number; etag: string }

export function partPath(path: string, part: number): string {
  return `${path}.${part}.part`
}

/** Writes content and digest, so that one rename replaces both. Returns the ETag. */
export async function writePart(file: FileHandle, content: AsyncIterable<Uint8Array>): Promise<string> {
  const { sha256 } = await writeHashed(file, content)
  const digest = Buffer.from(sha256, 'hex')
  // After the content, at the file's position.
  await file.writeFile(digest)
  return etagOf(digest)
}

/** Opens the parts and keeps them open, so that they match the compared ETags. Undefined for a missing part. */
export async function openParts(paths: readonly string[], sizes: readonly number[]) {
  const parts: (StoredPart | undefined)[] = []
  for (const [index, path] of paths.entries()) {
    const file = await open(path).catch(() => undefined)
    parts.push(file && { file, size: sizes[index] ?? 0, etag: await readEtag(file, sizes[index] ?? 0) })
  }
  return parts
}

async function readEtag(file: FileHandle, size: number): Promise<string> {
  if ((await file.stat()).size !== size + DIGEST_BYTES) return ''
  const { buffer } = await file.read(Buffer.alloc(DIGEST_BYTES), 0, DIGEST_BYTES, size)
  return etagOf(buffer)
}

/** A single-part upload may omit its ETag. */
export function matchesEtags(
  parts: readonly (StoredPart | undefined)[],
  etags: readonly string[],
): parts is StoredPart[] {
  if (etags.length === 0 && parts.length === 1) return Boolean(parts[0]?.etag)
  return (
    etags.length === parts.length && parts.every((part, index) => part?.etag && part.etag === etags[index])
  )
}

export async function* concatenate(parts: readonly StoredPart[]): AsyncIterable<Uint8Array> {
  for (const { file, size } of parts) {
    yield* file.createReadStream({ end: size - 1, autoClose: false, highWaterMark: READ_BYTES })
  }
}

function etagOf(digest: Buffer): string {
  return `"${digest.toString('hex')}"`
}
