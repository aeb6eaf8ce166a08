import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@backoffice/contract/api'
import type { TrackedFile } from '@backoffice/contract/files'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { objectKey } from '../adapters/storage/object-keys.ts'
import { dryRun, put, putUpload, uploadFile, waitFor } from '../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { requestOf } from './served-apis.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({ workers: true, limits: { uploadsAtOnce: 500 } })
})
afterAll(() => system.stop())

const body = {
  file_name: 'cards.csv',
  content_type: 'text/csv',
  size: 100,
  category: 'SMAC_INQUIRY',
} as const
const confirmation = (source_filekey: string) =>
  ({ body: { mode: 'FILE', source_filekey, purpose: 'AUDIT', ticket_no: 'OPS-1' } }) as const
let salt = 10
const content = () => `card_number,date_from,date_to\n9990000000000011,2026-10-01,2026-10-${salt++}\n`

async function setRole(mailbox: string, role: string) {
  await system.pool.query(
    'UPDATE users SET role_id = (SELECT id FROM roles WHERE name = $1) WHERE email = $2',
    [role, `${mailbox}@backoffice.test`],
  )
}

/** Opens the event stream of a user. */
async function openStream(address: string, mailbox: string) {
  const reply = await fetch(`${address}/api/operations/file_tracker/events`, {
    headers: { authorization: `Bearer ${await system.tokenOf(mailbox)}` },
  })
  expect(reply.headers.get('permissions-policy')).toContain('camera=(), ')
  const reader = reply.body?.getReader()
  let text = ''
  const waitForEvent = async (wanted: RegExp) => {
    while (!wanted.test(text)) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error(`The stream ended without ${wanted}: ${text}`)
      text += Buffer.from(value ?? '').toString()
    }
  }
  await waitForEvent(/event: ready/)
  return { waitForEvent, text: () => text, close: () => reader?.cancel() }
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** Hashes of the stored objects of an upload, by name. */
async function stored(filekey: string): Promise<Record<string, string>> {
  const folder = join(system.storageFolder, objectKey.upload(filekey))
  const found: Record<string, string> = {}
  for (const name of await readdir(folder)) found[name] = sha256(await readFile(join(folder, name)))
  return found
}

test.each(['/100%', '/%ff?a=%', '/api/operations/%E0%A4%A', '/assets/%'])(
  '%s is 404, with the headers of other replies',
  async (url) => {
    const { statusCode, headers } = await system.app.inject(url)
    expect([statusCode, headers['content-type'], headers['x-content-type-options']]).toEqual([
      404,
      'application/problem+json',
      'nosniff',
    ])
    expect(headers['x-request-id']).toBeTruthy()
    expect(headers['permissions-policy']).toContain('camera=(), ')
  },
)

describe('a foreign host name that resolves to this machine', () => {
  test.each(['evil.example', 'evil.example:3000', '127.0.0.1.evil.example', 'localhost.evil.example'])(
    '%s is refused',
    async (host) => {
      for (const url of ['/', '/dev/outbox', '/api/docs', '/health/ready', '/api/operations/file_tracker']) {
        const reply = await system.app.inject({ url, headers: { host } })
        expect([url, reply.statusCode]).toEqual([url, 421])
      }
    },
  )

  test('does not get into a signed link through a forwarded header', async () => {
    const authorization = `Bearer ${await system.tokenOf('agent')}`
    const headers = { authorization, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const reply = await system.app.inject(requestOf(api.files.presign, { body }, headers))
    expect(reply.json().resource.upload_url).toMatch(/^http:\/\/localhost(:80)?\/storage\//)
  })
})

describe('a step in the wrong order', () => {
  test('retrying a file that was never uploaded is refused', async () => {
    const { source_filekey } = await system.call(api.files.presign, { body }, 'agent')
    const refused = await system.expectProblem(
      api.files.retry,
      { body: { source_filekey, version: 1 } },
      'agent',
    )
    expect(refused).toMatchObject({ status: 409, code: 'file_state_conflict' })
  })

  test('confirming a file that failed is refused, before and after its confirmation', async () => {
    const { source_filekey } = await dryRun(system, content())
    await system.pool.query(`UPDATE files SET state = 'FAILED' WHERE source_filekey = $1`, [source_filekey])
    const refused = await system.expectProblem(api.inquiries.run, confirmation(source_filekey), 'agent')
    expect(refused).toMatchObject({ status: 409, code: 'file_state_conflict' })
  })

  test('six concurrent registrations create one file and get equal replies', async () => {
    const big = `card_number\n${' '.repeat(9 * 1024 * 1024)}\n`
    const { source_filekey, etags } = await putUpload(system, big, 'agent')
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        system.send(api.files.register, { body: { source_filekey, etags } }, 'agent'),
      ),
    )
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200, 200])
    // Progress of the workers may differ.
    const bodies = replies.map(({ body }) => {
      const { source_filekey, file_name, size, uploaded_at } = (body as { resource: TrackedFile }).resource
      return { source_filekey, file_name, size, uploaded_at }
    })
    expect(new Set(bodies.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(bodies[0]).toMatchObject({ source_filekey, size: big.length, uploaded_at: expect.any(String) })
    const { rows } = await system.pool.query(
      `SELECT (SELECT count(*)::int FROM files WHERE source_filekey = $1) AS files,
         (SELECT count(*)::int FROM audit_events WHERE resource_id = $1::text AND action = 'file.register') AS trail,
         (SELECT count(*)::int FROM pgboss.job WHERE data->>'filekey' = $1::text AND name = 'validate-file') AS jobs`,
      [source_filekey],
    )
    expect(rows).toEqual([{ files: 1, trail: 1, jobs: 1 }])
    expect(await stored(source_filekey)).toEqual({ 'source.csv': sha256(big) })
  })

  test.each([
    ['one part', 0],
    ['two parts', 9 * 1024 * 1024],
  ])('a part sent after the registration of an upload in %s leaves nothing behind', async (_in, more) => {
    const text = content() + ' '.repeat(more)
    const signed = await system.call(api.files.presign, { body: { ...body, size: text.length } }, 'agent')
    const { source_filekey, headers, part_size = text.length } = signed
    const urls = signed.part_urls ?? [signed.upload_url ?? '']
    const partOf = (bytes: string, index: number) =>
      Buffer.from(bytes.slice(index * part_size, (index + 1) * part_size))
    const etags: string[] = []
    for (const [index, url] of urls.entries())
      etags.push(String((await put(system, url, partOf(text, index), headers)).headers.etag))
    await system.call(api.files.register, { body: { source_filekey, etags } }, 'agent')
    for (const [index, url] of urls.entries()) {
      const late = await put(system, url, partOf('x'.repeat(text.length), index), headers)
      expect(late.statusCode).toBe(409)
    }
    expect(await stored(source_filekey)).toEqual({ 'source.csv': sha256(text) })
  })
})

describe('earlier permission', () => {
  test('ends with a revocation, even for a used Idempotency-Key', async () => {
    const { source_filekey } = await uploadFile(system, content(), 'agent')
    await waitFor(system, source_filekey, 'agent', (file) => file.state === 'AWAITING_CONFIRMATION')
    const reason = { reason: 'AUDIT', ticket_no: 'OPS-1' } as const
    const wish = { body: { source_filekey, artifact: 'source', ...reason } } as const
    const key = { 'idempotency-key': 'once' }
    expect((await system.send(api.files.presign, wish, 'supervisor', key)).status).toBe(200)
    await setRole('supervisor', 'Inquiry agent')
    expect((await system.send(api.files.presign, wish, 'supervisor', key)).status).toBe(404)
    await setRole('supervisor', 'Inquiry supervisor')
  })

  test('ends in an open stream', async () => {
    const address = await system.app.listen({ port: 0, host: '127.0.0.1' })
    const [stream, owner] = [await openStream(address, 'supervisor'), await openStream(address, 'agent')]
    await setRole('supervisor', 'Operations viewer')
    await stream.waitForEvent(/event: access/)
    const { source_filekey } = await uploadFile(system, content(), 'agent')
    // Changes go to all streams at once, so after the owner's event no other can follow.
    await owner.waitForEvent(
      new RegExp(`"source_filekey":"${source_filekey}".*"state":"AWAITING_CONFIRMATION"`),
    )
    await setRole('supervisor', 'Inquiry supervisor')
    await stream.waitForEvent(/event: access.*event: access/s)
    expect(stream.text()).not.toContain(source_filekey)
    await Promise.all([stream.close(), owner.close()])
  })
})

test('an upload cannot be written, signed or registered by another user who can see it', async () => {
  const { source_filekey } = await system.call(api.files.presign, { body }, 'agent')
  for (const [endpoint, input] of [
    [api.files.presign, { body: { source_filekey } }],
    [api.files.register, { body: { source_filekey } }],
  ] as const) {
    // Each input fits its endpoint, but the loop loses the pairing.
    const refused = await system.expectProblem(endpoint as typeof api.files.register, input, 'supervisor')
    expect(refused.code).toBe('file_not_found')
  }
  const { rows } = await system.pool.query(
    `SELECT action, resource_id FROM audit_events WHERE outcome = 'refused' AND actor_name = 'Ramon Aquino' ORDER BY id DESC LIMIT 2`,
  )
  expect(rows).toEqual([
    { action: 'file.register', resource_id: source_filekey },
    { action: 'file.sign', resource_id: source_filekey },
  ])
})

test('rejects card numbers in fields that other users see or that are kept for years', async () => {
  for (const card of ['9990000000000011', '9990-0000-0000-0011', '9990 0000 0000 0011']) {
    const named = await system.expectProblem(
      api.files.presign,
      { body: { ...body, file_name: `${card}.csv` } },
      'agent',
    )
    expect(named.errors?.[0]?.field).toBe('file_name')
  }
  const { source_filekey } = await dryRun(system, content())
  const { body: wish } = confirmation(source_filekey)
  const refused = await system.expectProblem(
    api.inquiries.run,
    { body: { ...wish, ticket_no: '9990 0000 0000 0011' } },
    'agent',
  )
  expect(refused.errors?.[0]?.field).toBe('ticket_no')
})

test('rejects text that cannot be stored and invalid dates by field', async () => {
  const half = await system.expectProblem(
    api.files.presign,
    { body: { ...body, file_name: 'a\ud800.csv' } },
    'agent',
  )
  expect([half.status, half.errors?.[0]?.field]).toEqual([422, 'file_name'])
  const year0 = await system.expectProblem(
    api.files.list,
    { query: { filters: { created_at: { from: '0000-01-01' } } } },
    'agent',
  )
  expect([year0.status, year0.errors?.[0]?.field]).toEqual([422, 'filters.created_at.from'])
})

test('counts calls by caller and by address, including refused ones', async () => {
  const limited = await startTestSystem({ callsPerMinute: 5 })
  try {
    const statuses = async (count: number, as: string | null) => {
      const headers = as ? { authorization: `Bearer ${await limited.tokenOf(as)}` } : {}
      const replies = Array.from({ length: count }, () =>
        limited.app.inject(requestOf(api.files.list, {}, headers)),
      )
      return (await Promise.all(replies)).map((reply) => reply.statusCode).sort()
    }
    expect(await statuses(7, 'agent')).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect(await statuses(7, 'viewer')).toEqual([403, 403, 403, 403, 403, 429, 429])
    // An address has the calls of ten callers; fourteen are used.
    expect(await statuses(36, null)).toEqual(Array.from({ length: 36 }, () => 401))
    expect(await statuses(1, null)).toEqual([429])
  } finally {
    await limited.stop()
  }
})
