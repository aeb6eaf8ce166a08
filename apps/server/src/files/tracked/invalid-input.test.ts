import { api } from '@backoffice/contract/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeFile,
  dryRun,
  put,
  putUpload,
  runInquiry,
  uploadFile,
  waitFor,
} from '../../testing/file-actions.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem({
    workers: true,
    limits: { maxRows: 5, maxBytes: 20 * 1024 * 1024, uploadsAtOnce: 500 },
  })
})
afterAll(() => system.stop())

const upload = {
  file_name: 'cards.csv',
  content_type: 'text/csv',
  size: 100,
  category: 'SMAC_INQUIRY',
} as const
const GOOD = 'card_number,date_from,date_to\n9990000000000011,2026-10-01,2026-10-31\n'
let salt = 0
/** A valid file with new content, so that it is not a duplicate upload. */
const fresh = () => `${GOOD}9990000000000029,2026-10-01,2026-10-${10 + (salt++ % 20)}\n`

describe('before any byte is sent', () => {
  test.each([
    ['F003', { size: 21 * 1024 * 1024 }],
    ['F001', { size: 0 }],
    ['F005', { file_name: 'cards.xls' }],
    ['F004', { file_name: 'cards.pdf' }],
    ['F004', { file_name: '../cards.csv' }],
    ['F004', { content_type: 'application/pdf' }],
  ])('%s for %j', async (code, change) => {
    const refused = await system.expectProblem(api.files.presign, { body: { ...upload, ...change } }, 'agent')
    expect(refused).toMatchObject({ status: 422, code, errors: [{ field: Object.keys(change)[0] }] })
  })
})

describe('a link', () => {
  async function signed() {
    const { upload_url = '', headers } = await system.call(
      api.files.presign,
      { body: { ...upload, size: GOOD.length } },
      'agent',
    )
    return { url: upload_url, headers: headers ?? {} }
  }
  const codeOf = (reply: { json: <T>() => T }) => reply.json<{ code: string }>().code

  test('with any changed part is refused', async () => {
    const { url, headers } = await signed()
    for (const [from, to] of [
      ['size=', 'size=1'],
      ['expires=', 'expires=9'],
      ['part=1', 'part=2'],
      ['method=PUT', 'method=GET'],
      ['uploads/', 'results/'],
      ['signature=', 'signature=A'],
      ['type=text%2Fcsv', 'type=text%2Fhtml'],
    ] as const) {
      const reply = await put(system, url.replace(from, to), Buffer.from(GOOD), headers)
      expect([from, reply.statusCode, codeOf(reply)]).toEqual([from, 403, 'link_invalid'])
    }
  })

  test('that has expired is refused, and the same upload can be signed again', async () => {
    const {
      source_filekey,
      upload_url = '',
      headers,
    } = await system.call(api.files.presign, { body: { ...upload, size: GOOD.length } }, 'agent')
    system.clock.offsetMs = 16 * 60_000
    const late = await put(system, upload_url, Buffer.from(GOOD), headers)
    expect([late.statusCode, codeOf(late)]).toEqual([403, 'link_expired'])
    const again = await system.call(api.files.presign, { body: { source_filekey } }, 'agent')
    system.clock.offsetMs = 0
    expect(again.source_filekey).toBe(source_filekey)
    const reply = await put(system, again.upload_url ?? '', Buffer.from(GOOD), again.headers)
    expect(reply.statusCode).toBe(200)
  })

  test('rejects a size or type that differs from the signed one', async () => {
    const { url, headers } = await signed()
    for (const content of [`${GOOD}x`, GOOD.slice(1)]) {
      const sent = await put(system, url, Buffer.from(content), headers)
      expect([sent.statusCode, codeOf(sent)]).toEqual([403, 'link_invalid'])
    }
    const other = await put(system, url, Buffer.from(GOOD), { 'content-type': 'text/html' })
    expect([other.statusCode, codeOf(other)]).toEqual([403, 'link_invalid'])
  })

  test('cannot change a registered upload', async () => {
    const content = fresh()
    const {
      source_filekey,
      upload_url = '',
      headers,
    } = await system.call(api.files.presign, { body: { ...upload, size: content.length } }, 'agent')
    await put(system, upload_url, Buffer.from(content), headers)
    await system.call(api.files.register, { body: { source_filekey } }, 'agent')
    const reply = await put(system, upload_url, Buffer.from(content.replaceAll('9', '8')), headers)
    expect([reply.statusCode, codeOf(reply)]).toEqual([409, 'file_state_conflict'])
  })
})

describe('the content', () => {
  const many = `card_number\n${'9990000000000011\n'.repeat(6)}`
  const columns = `card_number,${Array.from({ length: 60 }, (_, index) => `c${index}`).join(',')}\n9990000000000011\n`
  test.each<[string, string, Buffer | string]>([
    ['header only', 'F001', 'card_number,date_from\n'],
    ['no known column', 'F002', 'colour,size\nred,2\n'],
    ['too many rows', 'F003', many],
    ['too many columns', 'F003', columns],
    ['UTF-16', 'F004', Buffer.from('\uFEFFcard_number\n9990000000000011\n', 'utf16le')],
    ['NUL', 'F004', 'card_number\n999000\x00000000011\n'],
    ['not UTF-8', 'F004', Buffer.from([...Buffer.from('card_number\n'), 0xff, 0xfe, 0x31, 0x0a])],
    ['an open quote in the header', 'F004', `card_number,"x\n${'9'.repeat(16)}\n`],
    ['a header of 10 MB', 'F004', `card_number${'9'.repeat(10 * 1024 * 1024)}\n`],
    ['a damaged workbook', 'F004', Buffer.from('PK\x03\x04'.padEnd(204, '\0'))],
    ['an old spreadsheet', 'F005', Buffer.from('d0cf11e0a1b11ae1'.padEnd(1200, '0'), 'hex')],
  ])('%s is rejected with %s', async (_what, code, content) => {
    const file = await dryRun(system, content)
    expect(file.state).toBe('REJECTED')
    expect(file.failure?.code).toBe(code)
    expect(file.failure?.detail.length).toBeGreaterThan(20)
    expect(file.artifacts).toEqual(['source'])
    const { rows } = await system.pool.query('SELECT to_regclass($1) AS staged', [
      `staging.f_${file.source_filekey.replaceAll('-', '')}`,
    ])
    expect(rows).toEqual([{ staged: null }])
  })

  test('that differs from the announced checksum is rejected with F006', async () => {
    const file = await uploadFile(system, fresh(), 'agent', { sha256: 'a'.repeat(64) })
    const read = await waitFor(system, file.source_filekey, 'agent', (each) => each.state === 'REJECTED')
    expect(read.failure?.code).toBe('F006')
  })

  test('that has not arrived cannot be registered', async () => {
    const { source_filekey } = await system.call(api.files.presign, { body: upload }, 'agent')
    await expectIncomplete(source_filekey)
  })

  test('in parts is registered only with the etags of its parts', async () => {
    const big = Buffer.from(`card_number\n${' '.repeat(9 * 1024 * 1024)}\n`)
    for (const content of [big, Buffer.from(fresh())]) {
      const { source_filekey, etags } = await putUpload(system, content, 'agent')
      const missing = content === big ? [[], etags.slice(1), [...etags].reverse()] : []
      for (const wrong of [...missing, [...etags, '"0"'], ['"0"', '"1"']])
        await expectIncomplete(source_filekey, wrong)
      await system.call(api.files.register, { body: { source_filekey, etags } }, 'agent')
    }
  })

  async function expectIncomplete(source_filekey: string, etags?: string[]) {
    const body = { source_filekey, ...(etags && { etags }) }
    const refused = await system.expectProblem(api.files.register, { body }, 'agent')
    expect(refused).toMatchObject({ status: 409, code: 'upload_incomplete' })
  }
})

describe('the file of another user', () => {
  test('is reported as missing to callers without view-all', async () => {
    const file = await dryRun(system, fresh())
    const { source_filekey } = file
    const unknown = crypto.randomUUID()
    for (const [endpoint, input] of [
      [api.files.get, (key: string) => ({ query: { source_filekey: key } })],
      [api.files.errors, (key: string) => ({ query: { source_filekey: key } })],
      [api.files.cancel, (key: string) => ({ body: { source_filekey: key, version: 1 } })],
      [api.files.retry, (key: string) => ({ body: { source_filekey: key, version: 1 } })],
      [api.files.register, (key: string) => ({ body: { source_filekey: key } })],
      [api.files.presign, (key: string) => ({ body: { source_filekey: key } })],
      [api.files.presign, (key: string) => ({ body: { source_filekey: key, artifact: 'source' } })],
    ] as const) {
      // Each input fits its endpoint; the compiler cannot relate them in a loop.
      const theirs = await system.expectProblem(
        endpoint as typeof api.files.get,
        input(source_filekey) as never,
        'lookup',
      )
      const missing = await system.expectProblem(
        endpoint as typeof api.files.get,
        input(unknown) as never,
        'lookup',
      )
      expect(theirs).toMatchObject({ status: 404, code: 'file_not_found' })
      expect({ ...theirs, request_id: '' }).toEqual({ ...missing, request_id: '' })
    }
    const seen = await system.call(api.files.get, { query: { source_filekey } }, 'supervisor')
    expect(seen.uploaded_by.name).toBe('Maria Reyes')
    const list = await system.call(api.files.list, { query: {} }, 'lookup')
    expect(list.items).toEqual([])
  })
})

describe('a confirmation', () => {
  const confirm = (source_filekey: string, more = {}) =>
    ({ body: { mode: 'FILE', source_filekey, purpose: 'AUDIT', ticket_no: 'OPS-1', ...more } }) as const

  test('succeeds once for two concurrent calls', async () => {
    const { source_filekey } = await dryRun(system, fresh())
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => system.send(api.inquiries.run, confirm(source_filekey), 'agent')),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([202, 409, 409, 409])
  })

  test('of a confirmed file, or before the dry run, is refused', async () => {
    const { source_filekey } = await dryRun(system, fresh())
    await runInquiry(system, source_filekey)
    const again = await system.expectProblem(api.inquiries.run, confirm(source_filekey), 'agent')
    expect(again).toMatchObject({ status: 409, code: 'file_state_conflict' })
    const early = await system.call(api.files.presign, { body: upload }, 'agent')
    const refused = await system.expectProblem(api.inquiries.run, confirm(early.source_filekey), 'agent')
    expect(refused.code).toBe('file_state_conflict')
  })

  test('requires dates only if rows lack them', async () => {
    const { source_filekey, rows_without_dates } = await dryRun(
      system,
      `card_number\n9990000000000011\n9990000000${salt++}\n`,
    )
    expect(rows_without_dates).toBe(1)
    for (const [field, more] of [
      ['date_from', {}],
      ['date_to', { date_from: '2026-10-01' }],
      ['date_to', { date_from: '2026-10-02', date_to: '2026-10-01' }],
      ['date_to', { date_from: '2026-10-01', date_to: '2026-11-01' }],
      ['date_to', { date_from: '2099-10-01', date_to: '2099-10-02' }],
    ] as const) {
      const refused = await system.expectProblem(api.inquiries.run, confirm(source_filekey, more), 'agent')
      expect([more, refused.errors?.[0]?.field]).toEqual([more, field])
    }
    const done = await runInquiry(system, source_filekey, 'agent', {
      date_from: '2026-10-01',
      date_to: '2026-10-31',
    })
    expect(done.state).toBe('COMPLETED_WITH_ERRORS')
  })

  test('a complete run is rejected when a row is invalid', async () => {
    const { source_filekey } = await dryRun(system, `${fresh()}123,,\n`)
    const refused = await system.expectProblem(
      api.inquiries.run,
      confirm(source_filekey, { partial: false }),
      'agent',
    )
    expect(refused.errors?.[0]).toMatchObject({ field: 'partial' })
  })

  test('without a valid row is refused', async () => {
    const { source_filekey } = await dryRun(system, `card_number,date_from,date_to\n123,,\n${salt++},,\n`)
    const refused = await system.expectProblem(api.inquiries.run, confirm(source_filekey), 'agent')
    expect(refused).toMatchObject({
      status: 422,
      errors: [{ field: 'source_filekey', code: 'no_valid_rows', message: expect.stringMatching(/^No val/) }],
    })
  })

  test('of the same content within 30 days requires a reason', async () => {
    const content = fresh()
    const first = await dryRun(system, content)
    await runInquiry(system, first.source_filekey)
    const second = await dryRun(system, content)
    expect(second.already_uploaded).toMatchObject({ by: 'Maria Reyes', source_filekey: first.source_filekey })
    const refused = await system.expectProblem(api.inquiries.run, confirm(second.source_filekey), 'agent')
    expect(refused.errors?.[0]).toMatchObject({ field: 'duplicate_reason' })
    const done = await runInquiry(system, second.source_filekey, 'agent', {
      duplicate_reason: 'Points were posted since',
    })
    expect(done.state).toBe('COMPLETED')
  })
})

test('uploads above the limit are rejected until one finishes or is cancelled', async () => {
  const small = await startTestSystem({ limits: { uploadsAtOnce: 2 } })
  try {
    const first = await small.call(api.files.presign, { body: upload }, 'agent')
    await small.call(api.files.presign, { body: upload }, 'agent')
    const refused = await small.expectProblem(api.files.presign, { body: upload }, 'agent')
    expect(refused).toMatchObject({ status: 429, code: 'too_many_uploads' })
    await changeFile(small, 'cancel', first.source_filekey)
    const rush = await Promise.all(
      Array.from({ length: 8 }, () => small.send(api.files.presign, { body: upload }, 'agent')),
    )
    expect(rush.map((reply) => reply.status).sort()).toEqual([200, 429, 429, 429, 429, 429, 429, 429])
  } finally {
    await small.stop()
  }
})
