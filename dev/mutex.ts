import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode, identityOf, isSameProcess } from './processes.ts'

/** Runs the action under a lock file that all processes of the machine share. */
export async function withLock<T>(path: string, timeoutMs: number, action: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + timeoutMs
  mkdirSync(dirname(path), { recursive: true })
  while (!tryAcquire(path)) {
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

/** `link` creates the lock file atomically, with the identity of its holder. */
function tryAcquire(path: string): boolean {
  const own = `${path}.${crypto.randomUUID()}`
  writeFileSync(own, JSON.stringify(identityOf(process.pid)))
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    removeStale(path, own)
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

/** Removes the lock of a killed holder. Renames it first, because another process may have replaced it meanwhile. */
function removeStale(path: string, aside: string): void {
  const seen = read(path)
  if (seen === undefined || isSameProcess(JSON.parse(seen))) return
  try {
    renameSync(path, aside)
    if (read(aside) !== seen) linkSync(aside, path)
  } catch {
    // Another process was faster; the next attempt reads the current lock.
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
