import { maskCardNumbers } from '@backoffice/contract/card-number'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../testing/test-system.ts'
import { logOptions, scrub } from './logging.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

const lines: string[] = []
const log = pino(logOptions('info'), { write: (line) => void lines.push(line) })

/** The log line of an error. */
function logged(error: unknown): string {
  log.error({ err: error }, 'call failed')
  return lines.at(-1) ?? ''
}

const SIGNATURE = 'k3Zr9-planted_Signature0'
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmVkLWJ5LXVz'
const PLANTED: readonly (readonly [what: string, line: string, secret: string])[] = [
  ['a token', `refused ${JWT} at last`, JWT],
  ['a token in JSON', JSON.stringify({ body: JSON.stringify({ IdToken: JWT }) }), JWT],
  ['an authorization header', '{"authorization":"Bearer opaque-0123456789"}', 'opaque-0123456789'],
  ['a link of the storage', `GET /storage/results/x?method=GET&expires=1&signature=${SIGNATURE}`, SIGNATURE],
  ['a link within a URL', `/x?next=%2Fstorage%2Fx%3Fsignature%3D${SIGNATURE}`, SIGNATURE],
  ['a link of a bucket', `https://b.s3/x?X-Amz-Signature=${SIGNATURE}&X-Amz-Expires=9`, SIGNATURE],
  ['its session', `{"u":"https://b.s3/x?X-Amz-Security-Token=${SIGNATURE}"}`, SIGNATURE],
  [
    'the authorization header of a bucket',
    `AWS4-HMAC-SHA256 Credential=AKIA/2, Signature=${SIGNATURE}"`,
    SIGNATURE,
  ],
  ['the password in a URL', 'connect postgres://owner:hunter2-planted@db/x', 'hunter2-planted'],
  ['a password by its name', '{"password":"hunter2-planted","x":1}', 'hunter2-planted'],
  ['a password in nested JSON', '{"b":"{\\"new_password\\":\\"hunter2-planted\\"}"}', 'hunter2-planted'],
  ['a card number', '{"msg":"no card 9990000000000011"}', '9990000000000011'],
]

test.each(PLANTED)('masks %s and keeps the line readable', (_what, line, secret) => {
  const scrubbed = scrub(line)
  expect(scrubbed).not.toContain(secret)
  expect(scrubbed.slice(0, 4)).toBe(line.slice(0, 4))
  if (line.startsWith('{')) expect(() => JSON.parse(scrubbed)).not.toThrow()
})

test.each([
  '{"level":30,"request_id":"5f0c2d9e-5f64-4c1b-9f5e-3a1c9a2d7b10","url":"/api/user/list?token","ms":12}',
  '{"err":{"type":"error","code":"23505","table":"tenders","stack":"at file:///srv/tokens.ts:12:3"}}',
  '{"msg":"the password was changed","size":12,"sha256":"a3f5a3f5a3f5a3f5"}',
])('does not change a line without a secret: %s', (line) => {
  expect(scrub(line)).toBe(line)
})

test('logs an error of PostgreSQL without the row, the statement and the values', async () => {
  const failing = [
    [`INSERT INTO users (email, name) VALUES ($1, NULL)`, ['planted@person.example']],
    [`SELECT $1::uuid`, ['planted-in-a-uuid']],
    [`SELECT $1::jsonb`, ['{"planted": }']],
    [`SELECT 1 / ($1::int - 7)`, [7]],
    [`SELECT 'planted-literal' FROM nowhere`, []],
  ] as const
  for (const [text, values] of failing) {
    const error = await system.pool.query(text, [...values]).then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(pg.DatabaseError)
    const line = logged(error)
    expect(line).not.toMatch(/planted/)
    expect(JSON.parse(line).err).toMatchObject({ type: 'DatabaseError', code: expect.any(String) })
  }
})

test('logs class, position and causes of an error, but nothing that libraries attach', () => {
  class S3ServiceException extends Error {}
  const cause = Object.assign(new S3ServiceException('Access Denied'), {
    $response: { headers: { authorization: 'planted-header' } },
    $metadata: { requestId: 'planted-metadata' },
    code: 'AccessDenied',
  })
  const error = Object.assign(new Error('Not stored', { cause }), {
    request: { body: 'planted-body', headers: { cookie: 'planted-cookie' } },
    parameters: ['planted-parameter'],
  })
  const line = logged(error)
  expect(line).not.toMatch(/planted/)
  expect(JSON.parse(line).err).toMatchObject({
    message: 'Not stored',
    cause: { type: 'S3ServiceException', message: 'Access Denied', code: 'AccessDenied' },
  })
  expect(JSON.parse(line).err.stack).toContain('scrub.test.ts')
})

test('logs a signed link in a message without its signature', async () => {
  const link = await system.storage.signDownload('results/x', { fileName: 'x', expiresAt: new Date() })
  const signature = new URL(link, 'http://x').searchParams.get('signature') ?? ''
  expect(signature.length).toBeGreaterThan(20)
  expect(logged(new Error(`fetch of ${link} failed`))).not.toContain(signature)
  expect(logged('a text that was thrown')).toContain('a text that was thrown')
})

test('masks card numbers', () => {
  expect(scrub('{"msg":"9990 0000 0000 0011"}')).toBe(maskCardNumbers('{"msg":"9990 0000 0000 0011"}'))
})
