import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Outbox, writeToOutbox } from './outbox.ts'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'backoffice-outbox-')), 'outbox')
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

const message = (text: string, second: number) => ({
  at: new Date(`2026-11-20T01:00:0${second}Z`),
  to: 'ana@northline.example',
  subject: 'Your temporary password',
  text,
})

test('lists messages of commands once, newest first, and deletes them from the disk', async () => {
  await writeToOutbox(folder, message('one', 1))
  await writeToOutbox(folder, message('two', 2))
  const outbox = new Outbox(folder)
  expect(await outbox.list()).toEqual([message('two', 2), message('one', 1)])
  expect(await outbox.list()).toHaveLength(2)
  expect(await readdir(folder)).toEqual([])
})

test('a written message is readable only by its owner', async () => {
  await writeToOutbox(folder, message('one', 1))
  const [name = ''] = await readdir(folder)
  expect([(await stat(folder)).mode & 0o777, (await stat(join(folder, name))).mode & 0o777]).toEqual([
    0o700, 0o600,
  ])
})

test('an outbox without a folder is empty', async () => {
  expect(await new Outbox(folder).list()).toEqual([])
})
