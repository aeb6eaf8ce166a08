import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTempFolder } from '../postgres/testing.ts'
import { isAlive } from '../processes.ts'
import { claimDataDir } from './run-file.ts'

let place: ReturnType<typeof createTempFolder>

beforeEach(() => {
  place = createTempFolder()
})

afterEach(() => place.remove())

const runJson = () => join(place.folder, 'run.json')
const idle = () => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })

function rewrite(change: (run: { supervisor: number; began: Record<string, string> }) => void): void {
  const run = JSON.parse(readFileSync(runJson(), 'utf8'))
  change(run)
  writeFileSync(runJson(), JSON.stringify(run))
}

test('a second start on the same data names the address of the first', async () => {
  const run = await claimDataDir(place.folder, 'http://127.0.0.1:3999')
  await expect(claimDataDir(place.folder, 'http://127.0.0.1:4000')).rejects.toThrow('http://127.0.0.1:3999')
  run.remove()
  expect(existsSync(runJson())).toBe(false)
})

test('ends orphans of a killed supervisor, but not a process with a reused pid', async () => {
  const [orphan, stranger] = [idle(), idle()]
  const pids = [orphan.pid ?? 0, stranger.pid ?? 0]
  const run = await claimDataDir(place.folder, '')
  run.update({ workers: pids })
  rewrite((written) => {
    written.began[written.supervisor] = 'before'
    written.began[pids[1] ?? 0] = 'before'
  })
  await claimDataDir(place.folder, '')
  expect(pids.map(isAlive)).toEqual([false, true])
  stranger.kill()
})
