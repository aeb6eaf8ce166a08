import { api } from '@backoffice/contract/api'
import type { Artifact } from '@backoffice/contract/files'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestOf } from '../../kernel/served-apis.ts'
import { giveAccess, userIdOf } from '../../testing/access.ts'
import { candidates, cardFile } from '../../testing/candidates.ts'
import { downloadText, downloadWorkbook, dryRun, runInquiry } from '../../testing/file-actions.ts'
import { readParts, readWorkbook, textsOf } from '../../testing/read-workbook.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

const QUOTA = 2
const BAD_CHECK_DIGIT = '9990000000000012'
const REASON = { reason: 'FRAUD_REVIEW', ticket_no: 'OPS-8' } as const
const WHOLE = ['result', 'rejected', 'source'] as const

let system: TestSystem
let owner: pg.Client

beforeAll(async () => {
  system = await startTestSystem({ workers: true, quotas: { cardFiles: QUOTA } })
  owner = new pg.Client({ connectionString: system.url })
  await owner.connect()
  // May open and run files of other users, but not see whole numbers.
  await giveAccess(system, 'viewer', ['Files', 'SMAC Inquiry'], ['file:*', 'inquiry:*'])
})
afterAll(async () => {
  await owner.end()
  await system.stop()
})
beforeEach(() => owner.query('DELETE FROM card_file_reveals'))

let count = 0

/** A finished file with four rows, one of them rejected. */
async function aFile(as = 'agent') {
  count += 1
  const numbers = [...candidates(String(1_000 + count), 3), BAD_CHECK_DIGIT]
  const { source_filekey } = await dryRun(system, cardFile(numbers), as)
  await runInquiry(system, source_filekey, as)
  return { source_filekey, numbers }
}

type RevealInput = { reason?: (typeof REASON)['reason']; ticket_no?: string; format?: 'xlsx' }

async function sign(source_filekey: string, artifact: Artifact, as: string, input: RevealInput = {}) {
  const body = { source_filekey, artifact, ...input }
  const authorization = `Bearer ${await system.tokenOf(as)}`
  const reply = await system.app.inject(requestOf(api.files.presign, { body }, { authorization }))
  return { status: reply.statusCode, seconds: reply.headers['retry-after'], body: reply.json() }
}

async function linkTo(source_filekey: string, artifact: Artifact, as: string, input: RevealInput) {
  const { body } = await sign(source_filekey, artifact, as, input)
  const { pathname, search } = new URL(body.resource.download_url)
  return { url: pathname + search, expiresAt: new Date(body.resource.expires_at) }
}

const follow = (url: string, method: 'GET' | 'HEAD' = 'GET') => system.app.inject({ method, url })

async function open(source_filekey: string, artifact: Artifact, as: string, input: RevealInput) {
  return (await follow((await linkTo(source_filekey, artifact, as, input)).url)).body
}

/** Waits for the masked copy, as the screen does. */
async function openMasked(source_filekey: string, as: string): Promise<string> {
  await expect.poll(async () => (await sign(source_filekey, 'result', as)).status).toBe(200)
  return downloadText(system, source_filekey, 'result', as)
}

test('the uploader sees whole numbers without a reason', async () => {
  const { source_filekey: key, numbers } = await aFile()
  const [number = ''] = numbers
  expect(await downloadText(system, key, 'source')).toContain(number)
  expect(await downloadText(system, key, 'result')).toContain(number)
  expect(await downloadText(system, key, 'rejected')).toContain(BAD_CHECK_DIGIT)
  const file = await system.call(api.files.get, { query: { source_filekey: key } }, 'agent')
  expect(file.needs_reason).toEqual({ artifacts: [], retry: false, run_again: false })
})

test.each(['viewer', 'supervisor', 'admin'])(
  'the attack: %s gets a masked copy made by a job',
  async (as) => {
    const { source_filekey: key, numbers } = await aFile()
    expect(await sign(key, 'result', as)).toMatchObject({
      status: 409,
      seconds: '1',
      body: { code: 'artifact_preparing' },
    })
    const masked = await openMasked(key, as)
    const whole = await downloadText(system, key, 'result')
    expect(masked.split('\n')).toHaveLength(6)
    for (const number of numbers) expect(masked).not.toContain(number)
    expect(masked.replaceAll(/•••• (\d{4}),/g, '$1,')).toBe(
      whole.replace(BAD_CHECK_DIGIT, '••••').replaceAll(/,\d{12}(\d{4}),/g, ',$1,'),
    )
    const file = await system.call(api.files.get, { query: { source_filekey: key } }, as)
    expect([...file.needs_reason.artifacts].sort()).toEqual([...WHOLE].sort())
  },
)

test('a workbook of another user’s result has masked numbers, and other workbooks need what their CSV needs', async () => {
  const { source_filekey: key, numbers } = await aFile()
  const [rows] = await readWorkbook(await downloadWorkbook(system, key, 'result', 'viewer'))
  const cards = textsOf(rows).map(([, card]) => card)
  const valid = numbers.slice(0, 3).map((number) => `•••• ${number.slice(-4)}`)
  expect(cards).toEqual(['card_number', ...valid, '••••'])
  const own = textsOf((await readWorkbook(await downloadWorkbook(system, key, 'result')))[0])
  expect(own.map(([, card]) => card)).toEqual(['card_number', ...numbers])
  const errors = await readParts(await downloadWorkbook(system, key, 'errors', 'viewer'))
  for (const xml of errors.values()) expect(xml).not.toContain(BAD_CHECK_DIGIT)
  const format = 'xlsx'
  expect(await sign(key, 'rejected', 'viewer', { ...REASON, format })).toMatchObject({ status: 403 })
  expect(await sign(key, 'rejected', 'supervisor', { format })).toMatchObject({ status: 422 })
  expect(await sign(key, 'source', 'agent', { format })).toMatchObject({ status: 422 })
  const { rows: reveals } = await owner.query('SELECT use FROM card_file_reveals')
  expect(reveals).toEqual([])
  await expect
    .poll(async () => (await sign(key, 'rejected', 'supervisor', { ...REASON, format })).status)
    .toBe(200)
  const { rows: counted } = await owner.query('SELECT use FROM card_file_reveals')
  expect(counted).toEqual([{ use: 'rejected' }])
  const { rows: downloads } = await owner.query(
    `SELECT changes FROM audit_events WHERE action = 'file.download' AND resource_id = $1 ORDER BY id`,
    [key],
  )
  expect(downloads[0]?.changes).toEqual({ artifact: [null, 'result_masked'], format: [null, 'xlsx'] })
})

test.each(WHOLE)('%s with whole numbers requires card:unmask, a reason and a ticket', async (artifact) => {
  const { source_filekey: key, numbers } = await aFile()
  expect(await sign(key, artifact, 'viewer', REASON)).toMatchObject({
    status: 403,
    body: { missing: ['card:unmask'] },
  })
  for (const input of [
    { reason: REASON.reason },
    { ticket_no: 'OPS-8' },
    { ...REASON, ticket_no: numbers[0] },
  ])
    expect(await sign(key, artifact, 'supervisor', input as RevealInput)).toMatchObject({ status: 422 })
  if (artifact !== 'result') expect(await sign(key, artifact, 'supervisor')).toMatchObject({ status: 422 })
  const text = await open(key, artifact, 'supervisor', REASON)
  expect(text).toContain(artifact === 'rejected' ? BAD_CHECK_DIGIT : numbers[0])
  const { rows } = await owner.query(
    `SELECT changes FROM audit_events WHERE action = 'card.reveal' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows[0].changes).toEqual({
    source_filekey: [null, key],
    use: [null, artifact],
    cards: [null, artifact === 'rejected' ? 1 : 4],
    reason: [null, 'FRAUD_REVIEW'],
    ticket_no: [null, 'OPS-8'],
    used: [0, 1],
  })
})

test('a link to whole numbers of another user works once', async () => {
  const { source_filekey: key, numbers } = await aFile()
  const { url } = await linkTo(key, 'source', 'supervisor', REASON)
  expect(url).not.toContain(key)
  // Neither a preview by the browser nor a wrong token uses it up.
  expect((await follow(url, 'HEAD')).statusCode).toBe(405)
  expect((await follow(url.replace(/.$/, '_'))).statusCode).toBe(403)
  const replies = await Promise.all([follow(url), follow(url), follow(url)])
  const [first, ...others] = replies.sort((a, b) => a.statusCode - b.statusCode)
  expect(first?.statusCode).toBe(200)
  expect(first?.body).toContain(numbers[0])
  expect(first?.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringContaining('cards.csv'),
  })
  for (const other of others)
    expect([other.statusCode, other.json().code, other.body.includes(numbers[0] ?? '')]).toEqual([
      403,
      'link_expired',
      false,
    ])
})

test('a link to whole numbers of another user works for 60 seconds', async () => {
  const { source_filekey: key, numbers } = await aFile()
  for (const artifact of WHOLE) {
    const { url, expiresAt } = await linkTo(key, artifact, 'supervisor', REASON)
    expect(expiresAt.getTime() - system.clock.now().getTime()).toBeLessThanOrEqual(60_000)
    system.clock.offsetMs += 60_000
    expect((await follow(url)).statusCode).toBe(403)
  }
  const { url } = await linkTo(key, 'source', 'supervisor', REASON)
  expect((await follow(url)).body).toContain(numbers[0])
  system.clock.offsetMs = 0
})

test.each([
  ['its user is disabled', "UPDATE users SET status = 'DISABLED'"],
  ['all sign-ins were ended', "UPDATE users SET signed_in_after = now() + interval '1 minute'"],
  [
    'its session has ended',
    `INSERT INTO ended_sessions (session_id, user_id, ended_at, forget_after)
       SELECT session_id, user_id, now(), now() + interval '1 day' FROM whole_number_links`,
  ],
  [
    'the user lost the permission',
    "UPDATE users SET role_id = (SELECT id FROM roles WHERE name LIKE '%viewer')",
  ],
])('a link to whole numbers does not work once %s', async (_when, change) => {
  const { source_filekey: key, numbers } = await aFile()
  await owner.query('DELETE FROM whole_number_links; CREATE TABLE former AS SELECT * FROM users')
  const { url } = await linkTo(key, 'source', 'supervisor', REASON)
  await owner.query(change)
  const { statusCode, body } = await follow(url)
  await owner.query(`DELETE FROM ended_sessions; UPDATE users SET (status, signed_in_after, role_id)
    = (former.status, former.signed_in_after, former.role_id) FROM former WHERE former.id = users.id; DROP TABLE former`)
  expect([statusCode, body.includes(numbers[0] ?? '')]).toEqual([403, false])
})

test('links and their table do not reveal each other', async () => {
  const { source_filekey: key } = await aFile()
  const { url } = await linkTo(key, 'source', 'supervisor', REASON)
  const token = url.slice(url.indexOf('=') + 1)
  const { rows } = await owner.query(
    `SELECT token_hash = sha256($1::bytea) AS is_hash, to_jsonb(whole_number_links)::text AS row
     FROM whole_number_links WHERE source_filekey = $2`,
    [token, key],
  )
  expect(rows).toMatchObject([{ is_hash: true }])
  expect(rows[0].row).not.toContain(token)
})

test('a posting reply of another user may have whole numbers, and needs the same', async () => {
  const [number = ''] = candidates('0073', 1)
  const reply = `case_no,card_number,result\nC-000001,${number},POSTED\n`
  const { source_filekey: key } = await dryRun(system, reply, 'supervisor', { category: 'CASES' })
  expect(await downloadText(system, key, 'source', 'supervisor')).toContain(number)
  for (const artifact of ['source', 'rejected'] as const) {
    expect(await sign(key, artifact, 'admin')).toMatchObject({ status: 422 })
    expect(await open(key, artifact, 'admin', REASON)).toContain(number)
  }
  const file = await system.call(api.files.get, { query: { source_filekey: key } }, 'admin')
  expect([...file.needs_reason.artifacts].sort()).toEqual(['rejected', 'source'])
})

test('the daily quota counts each file once', async () => {
  const files = [await aFile(), await aFile(), await aFile()]
  const statuses = []
  for (const at of [0, 0, 1, 2, 1])
    statuses.push((await sign(files[at]?.source_filekey ?? '', 'source', 'supervisor', REASON)).status)
  expect(statuses).toEqual([200, 200, 200, 429, 200])
  const refused = await sign(files[2]?.source_filekey ?? '', 'result', 'supervisor', REASON)
  expect(refused.body).toMatchObject({ code: 'card_file_quota_used' })
  expect(Number(refused.seconds)).toBeGreaterThan(1)
  await owner.query(`UPDATE card_file_reveals SET revealed_at = revealed_at - interval '25 hours'`)
  expect((await sign(files[2]?.source_filekey ?? '', 'source', 'supervisor', REASON)).status).toBe(200)
})

test('concurrent calls cannot exceed the quota', async () => {
  const files = [await aFile(), await aFile(), await aFile()]
  const replies = await Promise.all(
    files.map(({ source_filekey }) => sign(source_filekey, 'source', 'supervisor', REASON)),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 429])
})

test('a received file is masked for its receiver', async () => {
  count += 1
  const numbers = candidates(String(1_000 + count), 3)
  const { source_filekey: key } = await dryRun(system, cardFile(numbers), 'agent')
  const [from, to] = [await userIdOf(system, 'agent'), await userIdOf(system, 'viewer')]
  await system.call(api.users.handOver, { body: { from, to } }, 'admin')
  const file = await runInquiry(system, key, 'viewer')
  expect(file).toMatchObject({ is_own: true, needs_reason: { retry: false } })
  expect(file.needs_reason.artifacts).toEqual(file.artifacts)
  expect(await openMasked(key, 'viewer')).not.toContain(numbers[0])
  expect(await sign(key, 'source', 'viewer', REASON)).toMatchObject({ status: 403 })
  // Handed back, its uploader sees whole numbers again.
  await owner.query('UPDATE files SET uploaded_by = $1 WHERE source_filekey = $2', [from, key])
  expect(await downloadText(system, key, 'source')).toContain(numbers[0])
})

test('retrying another user’s file requires a reason and a ticket', async () => {
  const { source_filekey: key } = await aFile()
  await owner.query(`UPDATE files SET state = 'FAILED' WHERE source_filekey = $1`, [key])
  const { version, ...file } = await system.call(
    api.files.get,
    { query: { source_filekey: key } },
    'supervisor',
  )
  expect(file).toMatchObject({ needs_reason: { retry: true }, may: { retry: true } })
  const retry = (as: string, input: RevealInput = {}) =>
    system.send(api.files.retry, { body: { source_filekey: key, version, ...input } }, as)
  expect(await retry('viewer', REASON)).toMatchObject({ status: 403 })
  expect(await retry('supervisor')).toMatchObject({ status: 422 })
  expect(await retry('supervisor', REASON)).toMatchObject({ status: 200 })
  const { rows } = await owner.query(`SELECT use, cards FROM card_file_reveals`)
  expect(rows).toEqual([{ use: 'retry', cards: 4 }])
})
