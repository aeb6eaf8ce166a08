import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { withLock } from './mutex.ts'
import { createTempFolder } from './postgres/testing.ts'

const { folder, remove } = createTempFolder()
afterAll(remove)

test('runs one action at a time', async () => {
  const path = join(folder, 'lock')
  let inside = 0
  let most = 0
  const enter = () =>
    withLock(path, 5_000, async () => {
      inside += 1
      most = Math.max(most, inside)
      await sleep(20)
      inside -= 1
    })
  await Promise.all([enter(), enter(), enter()])
  expect(most).toBe(1)
  expect(existsSync(path)).toBe(false)
})

test('takes over the lock of a killed holder', async () => {
  const path = join(folder, 'stale')
  // The pid counts as reused, because this process did not begin then.
  writeFileSync(path, JSON.stringify({ pid: process.pid, began: 'earlier' }))
  expect(await withLock(path, 5_000, async () => 'in')).toBe('in')
})

test('names the lock file after a timeout', async () => {
  const path = join(folder, 'held')
  await withLock(path, 5_000, async () => {
    await expect(withLock(path, 100, async () => {})).rejects.toThrow(path)
  })
})
