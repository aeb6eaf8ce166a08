import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

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
