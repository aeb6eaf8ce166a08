import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTempFolder } from '../postgres/testing.ts'
import { restartDelays, startService } from './service.ts'

test('only the owner can read logs, even in a folder with wider permissions', async () => {
  const { folder, remove } = createTempFolder()
  const logs = join(folder, 'logs')
  mkdirSync(logs)
  chmodSync(logs, 0o755)
  const logFile = join(logs, 'web.log')
  const service = startService({
    name: 'web',
    command: [process.execPath, '--eval', 'setInterval(() => {}, 1000)'],
    env: process.env,
    logFile,
    onStart: () => {},
    mayRestart: () => false,
    onStartFailure: () => {},
  })
  expect(statSync(logs).mode & 0o777).toBe(0o700)
  expect(statSync(logFile).mode & 0o777).toBe(0o600)
  await service.stop(5_000)
  remove()
})

test('delays grow with repeated exits and reset after a stable run', () => {
  let nowMs = 0
  const delays = restartDelays(() => nowMs)
  expect([0, 1, 2, 3, 4, 5].map(() => delays.nextMs())).toEqual([0, 250, 500, 1_000, 2_000, 2_000])
  delays.started()
  nowMs += 60_000
  expect(delays.nextMs()).toBe(0)
})
