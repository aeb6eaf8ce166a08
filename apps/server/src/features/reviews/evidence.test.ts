import { sign } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@backoffice/contract/api'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { evidenceKeyOf, publicKeyOf } from '../../adapters/evidence-key.ts'
import { objectKey } from '../../adapters/storage/object-keys.ts'
import { exportList } from '../../files/export-list.ts'
import { runVerifyCommand } from '../../ops/operator/verify-evidence-command.ts'
import { insertUser, userIdOf } from '../../testing/access.ts'
import {
  applyDecisions,
  decide,
  itemOf,
  itemsOf,
  passDeadline,
  prepareReviewers,
  startReview,
} from '../../testing/reviews.ts'
import { TEST_KEY } from '../../testing/test-database.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { followReviews } from './apply-review.ts'
import { signatureLine } from './evidence-format.ts'

let system: TestSystem
beforeEach(async () => {
  system = await startTestSystem()
})
afterEach(() => system.stop())

const NAME = '=Half, year\n"Signature,Ed25519"'

async function finishedReview(): Promise<string> {
  const reviewers = await prepareReviewers(system)
  const { rows } = await system.pool.query<{ id: string }>("SELECT id FROM roles WHERE name = 'Auditor'")
  await insertUser(system, String(rows[0]?.id), { name: '@SUM(A1)' })
  const { id } = await startReview(system, reviewers)
  // Names before control characters were refused.
  await system.pool.query('UPDATE reviews SET name = $2 WHERE id = $1', [id, NAME])
  const item = itemOf(await itemsOf(system, id), await userIdOf(system, 'agent'))
  await decide(system, id, item, { decision: 'KEEP', reason: 'Needed' }, 'viewer')
  const removed = { ...item, version: 2 }
  await decide(system, id, removed, { decision: 'REMOVE', reason: '-1+1, "left";\nSignature,Ed25519' })
  const admin = itemOf(await itemsOf(system, id), await userIdOf(system, 'admin'))
  await decide(system, id, admin, { decision: 'REMOVE', reason: 'Alone' })
  const auditor = itemOf(await itemsOf(system, id), await userIdOf(system, 'auditor'))
  for (const [at, as] of ['access', 'viewer'].entries())
    await decide(system, id, { ...auditor, version: at + 1 }, { decision: 'REMOVE', reason: `By ${as}` }, as)
  await passDeadline(system, id)
  await followReviews(system.workerDeps)
  await applyDecisions(system, id)
  return id
}

async function exportEvidence(id: string): Promise<Buffer> {
  const { source_filekey } = await system.call(api.reviews.evidence, { params: { id } }, 'access')
  await exportList(system.workerDeps, { filekey: source_filekey, attempt: 1 })
  const file = await system.call(api.files.get, { query: { source_filekey } }, 'access')
  expect(file.state).toBe('COMPLETED')
  const chunks = []
  for await (const chunk of system.storage.read(objectKey.result(source_filekey))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const path = () => join(system.storageFolder, 'evidence.csv')
const verify = async (file: Buffer, ...more: string[]) => {
  await writeFile(path(), file)
  return runVerifyCommand([path(), ...more], { EVIDENCE_KEY: TEST_KEY.toString('base64') })
}

test('evidence is the same each time, verifies without the system, and not after any change', async () => {
  const id = await finishedReview()
  const file = await exportEvidence(id)
  await system.pool.query("UPDATE users SET given_name = 'Other', department = 'Other'")
  await system.pool.query("UPDATE roles SET name = name || ' 2'")
  expect((await exportEvidence(id)).equals(file)).toBe(true)

  const { counts } = await system.call(api.reviews.get, { params: { id } }, 'access')
  const { key } = await system.call(api.reviews.evidenceKey, {}, 'access')
  const valid = await verify(file)
  expect(valid).toEqual({
    code: 0,
    output: expect.stringContaining(`Valid: evidence of “${NAME.replace('\n', '\ufffd')}”`),
  })
  expect(valid.output).toContain(`${counts.total} items, signed with key ${key?.fingerprint}`)
  expect(valid.output).toContain('Decided to remove: 2')
  expect(valid.output).toContain('Removed: 2')
  expect(valid.output).toContain('Removals by 1 of 2 reviewers: 1')
  expect(valid.output).toContain('Overturned decisions: 1')
  const pem = join(system.storageFolder, 'key.pem')
  await writeFile(pem, key?.public_key ?? '')
  expect(await verify(file, '--key', pem)).toEqual(valid)

  for (const at of [0, 1, file.length >> 1, file.length - 150, file.length - 3, file.length - 1]) {
    const changed = Buffer.from(file)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect([at, (await verify(changed)).code]).toEqual([at, 1])
  }
  expect((await verify(file.subarray(0, -1))).code).toBe(1)
  expect((await verify(Buffer.concat([file, Buffer.from('\n')]))).code).toBe(1)
  expect((await verify(Buffer.from(''))).code).toBe(1)
  const other = { EVIDENCE_KEY: Buffer.alloc(32, 9).toString('base64') }
  await writeFile(path(), file)
  const { code, output } = await runVerifyCommand([path()], other)
  expect([code, output]).toEqual([1, expect.stringContaining('another key')])
  const keys = JSON.stringify({ evidence: TEST_KEY.toString('base64') })
  await writeFile(join(system.storageFolder, 'keys.json'), keys)
  const unset = { EVIDENCE_KEY: '', DATA_DIR: system.storageFolder }
  expect(await runVerifyCommand([path()], unset)).toEqual(valid)
  expect((await runVerifyCommand([path(), '--key', path()], {})).code).toBe(2)
  expect((await runVerifyCommand(['/no/such/file'], other)).code).toBe(2)
  expect((await runVerifyCommand([], other)).code).toBe(2)
})

test('the evidence has both reviewers of a removal, overturned decisions, and the due day of the screen', async () => {
  const id = await finishedReview()
  const { due_on } = await system.call(api.reviews.get, { params: { id } }, 'access')
  const text = (await exportEvidence(id)).toString()
  const lines = text.split('\n')
  expect(text).toContain(`Review,Due,${due_on},`)
  const start = (record: string, name: string) =>
    lines.filter((each) => each.startsWith(`${record},${name},`)).map((each) => each.split(','))
  const head = (lines[0] ?? '').split(',')
  const cell = (row: string[] | undefined, name: string) => row?.[head.indexOf(name)]
  const [auditor] = start('Item', 'Teresa Villar')
  expect(cell(auditor, 'Decided by')).toBe('Benito Cruz')
  expect(cell(auditor, 'Second reviewer')).toBe('Joel Bautista')
  expect(cell(auditor, 'Reason of second reviewer')).toBe('By viewer')
  expect(start('Item', 'Alma Dizon').flat()).toContain('Undecided: removal by 1 of 2 reviewers')
  const [overturned] = start('Overturned', 'Maria Reyes')
  expect(['Decision', 'Reason', 'Decided by', 'Overturned by'].map((name) => cell(overturned, name))).toEqual(
    ['Keep', 'Needed', 'Joel Bautista', 'Benito Cruz'],
  )
})

test('evidence of a former version is still verified', async () => {
  const former = [
    'Record,User,User ID,Decision,Decided by',
    'Review,Name,Former review,,',
    'Review,Due,2026-06-30T00:00:00+08:00,,',
    'Item,Maria Reyes,01900000-0000-7000-8000-000000000001,Remove,Benito Cruz',
    '',
  ].join('\n')
  const key = evidenceKeyOf(TEST_KEY)
  const file = Buffer.from(former)
  const { fingerprint } = publicKeyOf(key)
  const line = signatureLine(fingerprint, sign(null, file, key))
  await mkdir(system.storageFolder, { recursive: true })
  expect(await verify(Buffer.concat([file, Buffer.from(line)]))).toMatchObject({
    code: 0,
    output: expect.stringContaining('Valid: evidence of “Former review”, 1 item'),
  })
})

test('no cell of the evidence is a formula', async () => {
  const text = (await exportEvidence(await finishedReview())).toString()
  expect(text).toContain("'@SUM(A1) Test")
  expect(text).not.toMatch(/(^|,|")[=@]/m)
})

test('an open review has no evidence, and a system without a key refuses it', async () => {
  const reviewers = await prepareReviewers(system)
  const { id } = await startReview(system, reviewers)
  const evidence = (as: string) => system.send(api.reviews.evidence, { params: { id } }, as)
  expect(await evidence('access')).toMatchObject({ status: 409, body: { code: 'review_open' } })
  expect((await evidence('viewer')).status).toBe(403)
  await system.stop()
  system = await startTestSystem({ evidenceSeed: null })
  const finished = await finishedReview()
  const refused = await system.send(api.reviews.evidence, { params: { id: finished } }, 'access')
  expect(refused).toMatchObject({ status: 503, body: { code: 'evidence_key_missing' } })
  expect(await system.call(api.reviews.evidenceKey, {}, 'access')).toEqual({ key: null })
})
