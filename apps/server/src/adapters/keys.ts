import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { chmod, link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { StartError } from '../config/start-error.ts'
import { outboxFolder } from './mail/outbox.ts'
import { storageFolder } from './storage/create-storage.ts'

/** Secrets of an embedded system, stored outside the database that they protect. */
type StoredKeys = { storage: Buffer; identity: Buffer; evidence: Buffer }
/** `evidence`: seed of the key that signs evidence; null if neither configured nor stored. */
export type Keys = Omit<StoredKeys, 'evidence'> & { evidence: Buffer | null }

/** By default an embedded system with the keys of its data folder. */
export type KeysConfig = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'keys' | 'bucket' | 'userPool'>>

const NO_KEYS: Config['keys'] = { storage: null, identity: null, evidence: null }

/**
 * Keys from the environment or `keys.json`. With a cloud pool and a bucket, neither reads nor creates the data folder.
 */
export async function loadKeys({
  dataDir,
  keys = NO_KEYS,
  bucket = null,
  userPool = null,
}: KeysConfig): Promise<Keys> {
  const isComplete =
    (keys.storage !== null || bucket !== null) && (keys.identity !== null || userPool !== null)
  const stored = isComplete ? null : await storedKeys(dataDir)
  if (isComplete && (bucket === null || userPool === null)) await openFolder(dataDir)
  // Unused keys are random, so that a mistake cannot expose a known key.
  const keyOf = (name: 'storage' | 'identity') => keys[name] ?? stored?.[name] ?? randomBytes(32)
  const evidence = keys.evidence ?? stored?.evidence ?? null
  return { storage: keyOf('storage'), identity: keyOf('identity'), evidence }
}

/** Creates the keys at the first start, readable only by the owner. */
export async function storedKeys(dataDir: string): Promise<StoredKeys> {
  await openFolder(dataDir)
  const path = join(dataDir, 'keys.json')
  await createOnce(path).catch(explainFolder(dataDir))
  const text = await readFile(path, 'utf8')
  const { storage, identity, evidence } = parse(text)
  if (!storage || !identity)
    throw new StartError(`${path} is damaged. Restore it from a backup; no data can be read without it.`)
  const keys = { storage: Buffer.from(storage, 'base64'), identity: Buffer.from(identity, 'base64') }
  if (evidence) return { ...keys, evidence: Buffer.from(evidence, 'base64') }
  const derived = evidenceFrom(keys)
  await addEvidence(path, { storage, identity, evidence: derived.toString('base64') })
  return { ...keys, evidence: derived }
}

/** Derived, so that processes which start at the same time, and a restored older file, have the same key. */
function evidenceFrom({ identity, storage }: Omit<StoredKeys, 'evidence'>): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.concat([identity, storage]), '', 'backoffice evidence', 32))
}

/** Adds the key to a file of a former release. */
async function addEvidence(path: string, keys: Record<keyof StoredKeys, string>): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(keys)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(draft, path)
}

/** Atomic, because another process of the same folder may start at the same time. */
async function createOnce(path: string) {
  const generated = {
    storage: randomBytes(32).toString('base64'),
    identity: randomBytes(32).toString('base64'),
    evidence: randomBytes(32).toString('base64'),
  }
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, `${JSON.stringify(generated)}\n`, { mode: 0o600, flag: 'wx' })
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  await chmod(path, 0o600)
}

function parse(text: string): Partial<Record<keyof StoredKeys, string>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

const openFolder = (dataDir: string) => protectDataFolder(dataDir).catch(explainFolder(dataDir))

function explainFolder(dataDir: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new StartError(
      `The data folder ${dataDir} cannot be used (${error.code ?? error.message}). Set DATA_DIR to a folder that this account may write.`,
      { cause: error },
    )
  }
}

const OWNER_ONLY = 0o700
/** All rights for the owner; others may only traverse. */
const TRAVERSABLE = 0o711

/** Restricts the data to the server's account, even if an earlier release created it with wider permissions. */
async function protectDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY })
  // If started by root, PostgreSQL runs as its own account and must reach its folder.
  const isRoot = process.getuid?.() === 0
  await chmod(dataDir, isRoot ? (await stat(dataDir)).mode & TRAVERSABLE : OWNER_ONLY)
  for (const folder of [storageFolder(dataDir), outboxFolder(dataDir)]) {
    await mkdir(folder, { mode: OWNER_ONLY, recursive: true })
    await chmod(folder, OWNER_ONLY)
  }
}
