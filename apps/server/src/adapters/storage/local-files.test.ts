import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { writeHashed } from './local-files.ts'

/** A slow disk that writes at most three bytes at once, and fails at the given byte. */
function slowFile(failsAt = Infinity) {
  const bytes: number[] = []
  let isWriting = false
  const write = async (block: Uint8Array, from: number, length: number) => {
    expect(isWriting).toBe(false)
    isWriting = true
    await sleep(1)
    isWriting = false
    if (bytes.length >= failsAt) throw new Error('the disk is full')
    const written = block.subarray(from, from + Math.min(length, 3))
    bytes.push(...written)
    return { bytesWritten: written.length, buffer: block }
  }
  // Only `write` is used.
  return { file: { write } as unknown as FileHandle, bytes, isWriting: () => isWriting }
}

/** Blocks of 1, 2, … bytes with these values, in two alternating buffers. */
async function* blocksOf(count: number) {
  let [memory, next] = [Buffer.alloc(count), Buffer.alloc(count)]
  for (let value = 1; value <= count; value++) {
    yield memory.fill(value).subarray(0, value)
    ;[memory, next] = [next, memory]
  }
}

const EXPECTED = Array.from({ length: 9 }, (_, i) => Array<number>(i + 1).fill(i + 1)).flat()

test('writes every block once, in order', async () => {
  const { file, bytes } = slowFile()
  const sha256 = createHash('sha256').update(Buffer.from(EXPECTED)).digest('hex')
  expect(await writeHashed(file, blocksOf(9))).toEqual({ bytes: EXPECTED.length, sha256 })
  expect(bytes).toEqual(EXPECTED)
})

test.each([0, 20, 42])('reports a write that fails at byte %i', async (at) => {
  await expect(writeHashed(slowFile(at).file, blocksOf(9))).rejects.toThrow('the disk is full')
})

test('reports an error of the content once the last write has ended', async () => {
  const slow = slowFile()
  const failing = async function* () {
    yield* blocksOf(2)
    throw new Error('the database is gone')
  }
  await expect(writeHashed(slow.file, failing())).rejects.toThrow('the database is gone')
  expect(slow.isWriting()).toBe(false)
  expect(slow.bytes).toEqual([1, 2, 2])
})
