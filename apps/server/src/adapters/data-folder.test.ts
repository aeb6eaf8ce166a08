import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadKeys, storedKeys } from './keys.ts'
import { storageFolder } from './storage/create-storage.ts'
import { LocalStorage } from './storage/local-storage.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'backoffice-data-')), 'data')
})
afterEach(() => rm(join(dataDir, '..'), { recursive: true }))

const mode = async (path: string) => ((await stat(join(dataDir, path))).mode & 0o777).toString(8)
async function* content() {
  yield Buffer.from('x')
}

test('the first start gives access to the owner only', async () => {
  await storedKeys(dataDir)
  const storage = new LocalStorage(storageFolder(dataDir), Buffer.alloc(32))
  await storage.write('results/a/result.csv', content())
  await storage.putPart('uploads/b/source.csv', 1, content())
  for (const folder of [
    '.',
    'storage',
    'storage/results',
    'storage/results/a',
    'storage/uploads/b',
    'outbox',
  ]) {
    expect([folder, await mode(folder)]).toEqual([folder, '700'])
  }
  for (const file of ['keys.json', 'storage/results/a/result.csv', 'storage/uploads/b/source.csv.1.part']) {
    expect([file, await mode(file)]).toEqual([file, '600'])
  }
})

test('restricts the permissions of an earlier release, but keeps the database reachable', async () => {
  await mkdir(join(dataDir, 'storage'), { recursive: true })
  await mkdir(join(dataDir, 'outbox'))
  await mkdir(join(dataDir, 'postgres'), { mode: 0o750 })
  await writeFile(join(dataDir, 'keys.json'), JSON.stringify({ storage: 'eA==', identity: 'eA==' }))
  for (const path of ['.', 'storage', 'outbox']) await chmod(join(dataDir, path), 0o755)
  await chmod(join(dataDir, 'keys.json'), 0o644)
  await storedKeys(dataDir)
  expect(await mode('.')).toBe(process.getuid?.() === 0 ? '711' : '700')
  expect([await mode('storage'), await mode('outbox')]).toEqual(['700', '700'])
  expect(await mode('keys.json')).toBe('600')
  expect(await mode('postgres')).toBe('750')
})

const POOL = { id: 'ap-southeast-1_pool', clientId: 'client' }
const BUCKET = { name: 'files', region: 'ap-southeast-1', endpoint: null, browserEndpoint: null }

test('does not create the folder with a bucket and a cloud pool', async () => {
  await loadKeys({
    dataDir,
    bucket: BUCKET,
    userPool: POOL,
    keys: { storage: null, identity: null, evidence: null },
  })
  await expect(stat(dataDir)).rejects.toThrow('ENOENT')
})

test('keys of the environment override those of the folder', async () => {
  const keys = { storage: Buffer.alloc(32, 1), identity: Buffer.alloc(32, 2), evidence: null }
  expect(await loadKeys({ dataDir, bucket: null, userPool: null, keys })).toEqual(keys)
  await expect(stat(join(dataDir, 'keys.json'))).rejects.toThrow('ENOENT')
  const own = await storedKeys(dataDir)
  const mixed = { ...keys, storage: null }
  expect(await loadKeys({ dataDir, bucket: null, userPool: null, keys: mixed })).toEqual({
    storage: own.storage,
    identity: keys.identity,
    evidence: own.evidence,
  })
})

test('processes that start concurrently in an empty folder get the same keys', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => storedKeys(dataDir)))
  for (const keys of all) expect(keys).toEqual(all[0])
  expect((await readdir(dataDir)).sort()).toEqual(['keys.json', 'outbox', 'storage'])
})

test('a file of a former release gets a key for evidence, the same for all processes that start at once', async () => {
  const { identity, storage } = await storedKeys(dataDir)
  const former = { storage: storage.toString('base64'), identity: identity.toString('base64') }
  await writeFile(join(dataDir, 'keys.json'), JSON.stringify(former))
  const all = await Promise.all(Array.from({ length: 8 }, () => storedKeys(dataDir)))
  const evidence = new Set(all.map((keys) => keys.evidence.toString('hex')))
  expect(evidence.size).toBe(1)
  const stored = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
  expect(stored).toEqual({ ...former, evidence: all[0]?.evidence.toString('base64') })
  expect(await readdir(dataDir)).not.toContainEqual(expect.stringMatching(/^keys\.json\./))
})
