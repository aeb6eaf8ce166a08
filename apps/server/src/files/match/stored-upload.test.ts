import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Storage } from '../../adapters/storage/storage.ts'
import { writeWorkbook } from '../xlsx/read/testing/write-workbook.ts'
import { isWorkbook, sheetOf, storedWorkbook } from './stored-upload.ts'

let folder: string
let bytes: Buffer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backoffice-test-'))
  vi.stubEnv('TMPDIR', folder)
  const path = join(folder, 'cards.xlsx')
  await writeWorkbook(path, { sheets: [{ name: 'Cards', rows: [['Card No.'], ['9990000000000011']] }] })
  bytes = await readFile(path)
  await rm(path)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

/** A storage with only the upload. Calls `onRead` before each half. */
function storageOf(content: Buffer, onRead: () => Promise<void>): Pick<Storage, 'read'> {
  const middle = content.length >> 1
  return {
    async *read() {
      for (const half of [content.subarray(0, middle), content.subarray(middle)]) {
        await onRead()
        yield half
      }
    },
  }
}

const uploadOf = ({ length: size }: Buffer) => ({ source_filekey: 'key', declared_sha256: null, size })

test('a copied workbook never has a name that a killed process would leave', async () => {
  const named: string[][] = []
  const look = async () => void named.push(await readdir(folder))
  const { workbook, close } = await storedWorkbook(storageOf(bytes, look), uploadOf(bytes))
  await look()
  const csv = await buffer(sheetOf(workbook, 0).read().source)
  expect(csv.toString()).toBe('Card No.\n9990000000000011\n')
  await close()
  expect(named).toEqual([[], [], []])
})

test('a workbook that cannot be read leaves nothing', async () => {
  const half = bytes.subarray(0, bytes.length >> 1)
  await expect(
    storedWorkbook(
      storageOf(half, async () => {}),
      uploadOf(half),
    ),
  ).rejects.toMatchObject({
    code: expect.stringMatching(/^F/),
  })
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['PK\x03\x04rest', true],
  ['PK\x05\x06', true],
  ['\xd0\xcf\x11\xe0', true],
  ['card_number', false],
  ['PK', false],
])('a workbook is known by its first bytes: %j', (text, expected) => {
  expect(isWorkbook({ bytes: Buffer.from(text, 'latin1') })).toBe(expected)
})
