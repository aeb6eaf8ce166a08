import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isSame, markOf, type ProcessMark } from './processes.ts'

/** Runs the action while no other process of this machine runs one under the same path. */
export async function exclusively<T>(path: string, timeoutMs: number, action: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + timeoutMs
  mkdirSync(dirname(path), { recursive: true })
  while (!take(path)) {
    if (Date.now() > deadline)
      throw new Error(`Waited ${timeoutMs / 1000} s for ${path}. Remove it and try again.`)
    await sleep(50)
  }
  try {
    return await action()
  } finally {
    rmSync(path, { force: true })
  }
}

/** A link either appears whole, with its holder's mark in it, or not at all. */
function take(path: string): boolean {
  const own = `${path}.${crypto.randomUUID()}`
  writeFileSync(own, JSON.stringify(markOf(process.pid)))
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    removeStale(path, own)
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

/** Removes the lock of a killed holder, moved aside first: another may have removed it and taken the place. */
function removeStale(path: string, aside: string): void {
  const seen = read(path)
  if (seen === undefined || isSame(JSON.parse(seen) as ProcessMark)) return
  try {
    renameSync(path, aside)
    if (read(aside) !== seen) linkSync(aside, path)
  } catch {
    // Somebody was quicker; the next attempt sees what they left.
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
