import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isSame, markOf, type ProcessMark } from './processes.ts'

/** Runs the action while no other process of this machine runs one under the same path. */
export async function exclusively<T>(path: string, timeoutMs: number, action: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + timeoutMs
  while (!take(path)) {
    if (Date.now() > deadline)
      throw new Error(`Waited ${timeoutMs / 1000} s for ${path}. Remove it and try again.`)
    await sleep(50)
  }
  try {
    return await action()
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}

function take(path: string): boolean {
  mkdirSync(dirname(path), { recursive: true })
  try {
    mkdirSync(path)
  } catch {
    // Its holder may have been killed; one that has not yet written its mark is given the time to.
    const holder = readMark(path)
    if (holder && !isSame(holder)) rmSync(path, { recursive: true, force: true })
    return false
  }
  writeFileSync(join(path, 'holder.json'), JSON.stringify(markOf(process.pid)))
  return true
}

function readMark(path: string): ProcessMark | undefined {
  try {
    return JSON.parse(readFileSync(join(path, 'holder.json'), 'utf8')) as ProcessMark
  } catch {
    return undefined
  }
}
