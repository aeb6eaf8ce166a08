import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { variables } from './config-variables.ts'

const DATABASE_URL = 'postgres://user@127.0.0.1:5432/backoffice'

test('only the database is required', () => {
  expect(readConfig({ DATABASE_URL })).toMatchObject({
    databaseUrl: DATABASE_URL,
    databaseOwnerUrl: DATABASE_URL,
    host: '127.0.0.1',
    port: 3000,
    lockAfterMs: 900_000,
    secondFactor: 'optional',
    files: { maxBytes: 104_857_600, maxRows: 1_000_000, uploadsAtOnce: 5, linkSeconds: 900 },
  })
})

test.each(Object.keys(variables.shape).filter((name) => name !== 'DATABASE_URL'))(
  'an empty %s is not set',
  (name) => {
    expect(readConfig({ DATABASE_URL, [name]: '' })).toEqual(readConfig({ DATABASE_URL }))
  },
)

test.each([
  [{}, 'Set DATABASE_URL: '],
  [{ DATABASE_URL: '' }, 'Set DATABASE_URL: '],
  [{ DATABASE_URL, USER_POOL_ID: 'ap-southeast-1_AbCdEf123' }, 'Set USER_POOL_CLIENT_ID: '],
  [{ DATABASE_URL, USER_POOL_CLIENT_ID: '1example23456789' }, 'Set USER_POOL_ID: '],
  [{ DATABASE_URL, LEDGER_DATABASE_OWNER_URL: DATABASE_URL }, 'Set LEDGER_DATABASE_URL: '],
  [{ DATABASE_URL, S3_ENDPOINT: 'http://127.0.0.1:1' }, 'Set S3_BUCKET: '],
  [{ DATABASE_URL, SMTP_URL: 'smtp://localhost' }, 'Set MAIL_FROM: '],
  [{ DATABASE_URL, MAIL_FROM: 'a@b.example' }, 'Set SMTP_URL: '],
])('%j lacks a variable, and a sentence says which', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(new RegExp(`^The environment is not usable:\n  ${sentence}.+\\.$`))
})

test('reports all invalid variables together', () => {
  const bad = { DATABASE_URL: 'mysql://x', PORT: '70000', LOG_LEVEL: 'loud', INQUIRY_MAX_ROWS: 'many' }
  for (const name of Object.keys(bad)) expect(() => readConfig(bad)).toThrow(`${name}:`)
})

test.each([
  ['sslrootcert', 'DATABASE_URL', 'postgres://a@b.example/c'],
  ['sslcert', 'DATABASE_OWNER_URL', 'postgres://a@b.example:1,c.example:2/d'],
  ['sslkey', 'LEDGER_DATABASE_URL', 'postgres://a@b.example/c'],
])('names a file of %s in %s that is missing', (parameter, name, url) => {
  const env = { DATABASE_URL, [name]: `${url}?sslmode=verify-full&${parameter}=/none/my%20ca.pem` }
  expect(() => readConfig(env)).toThrow(`${name}: the file /none/my ca.pem of ${parameter} can't be read.`)
})

test('uses a certificate file that can be read', () => {
  const url = `${DATABASE_URL}?sslrootcert=${encodeURIComponent(import.meta.filename)}`
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

test.each(['https://backoffice.example.com', 'https://backoffice.example.com/', 'http://127.0.0.1:3000'])(
  'links in mail begin with %s',
  (PUBLIC_URL) => {
    expect(readConfig({ DATABASE_URL, PUBLIC_URL }).publicUrl).toBe(new URL(PUBLIC_URL).origin)
  },
)

test.each([
  'backoffice.example.com',
  'ftp://example.com',
  'https://example.com/app',
  'https://u:p@example.com',
  'javascript:alert(1)',
])('rejects %s as the public address', (PUBLIC_URL) => {
  expect(() => readConfig({ DATABASE_URL, PUBLIC_URL })).toThrow('PUBLIC_URL:')
})

test('no public address: mail has no links', () => {
  expect(readConfig({ DATABASE_URL }).publicUrl).toBeNull()
})

test('rejects a public address while demo accounts exist', () => {
  expect(() => readConfig({ DATABASE_URL, HOST: '0.0.0.0' })).toThrow(
    'HOST: 0.0.0.0 is not a loopback address',
  )
})

test('accepts a public address with a cloud pool, which has no demo accounts', () => {
  const pool = { USER_POOL_ID: 'ap-southeast-1_Abc123', USER_POOL_CLIENT_ID: '1example23456789' }
  expect(readConfig({ DATABASE_URL, HOST: '0.0.0.0', ...pool }).host).toBe('0.0.0.0')
})

test.each([
  ['0.05', 3_000],
  ['60', 3_600_000],
])('locks a screen after %s idle minutes', (LOCK_AFTER_MINUTES, lockAfterMs) => {
  expect(readConfig({ DATABASE_URL, LOCK_AFTER_MINUTES }).lockAfterMs).toBeCloseTo(lockAfterMs)
})

test.each(['0', '-5', 'never', 'Infinity', '1441'])('rejects %s as lock time', (LOCK_AFTER_MINUTES) => {
  expect(() => readConfig({ DATABASE_URL, LOCK_AFTER_MINUTES })).toThrow('LOCK_AFTER_MINUTES:')
})

const USER_POOL_CLIENT_ID = '1example23456789'

test('a cloud user pool needs its id and its client', () => {
  const USER_POOL_ID = 'ap-southeast-1_AbCdEf123'
  expect(readConfig({ DATABASE_URL }).userPool).toBeNull()
  expect(readConfig({ DATABASE_URL, USER_POOL_ID, USER_POOL_CLIENT_ID }).userPool).toEqual({
    id: USER_POOL_ID,
    clientId: USER_POOL_CLIENT_ID,
  })
})

test('a second factor can be required, except with a cloud pool, which has its own setting', () => {
  expect(readConfig({ DATABASE_URL, SECOND_FACTOR: 'required' }).secondFactor).toBe('required')
  expect(() => readConfig({ DATABASE_URL, SECOND_FACTOR: 'off' })).toThrow('SECOND_FACTOR:')
  const pool = { USER_POOL_ID: 'ap-southeast-1_AbCdEf123', USER_POOL_CLIENT_ID }
  expect(() => readConfig({ DATABASE_URL, ...pool, SECOND_FACTOR: 'optional' })).toThrow('SECOND_FACTOR:')
})

test.each([
  'embedded1',
  'ap-southeast-1_',
  'ap-southeast-1_Ab-Cd',
  'ap-southeast-1_Ab Cd',
  'ap.southeast_AbCd',
  'nowhere_AbCd',
  'evil.example/_AbCd',
  `ap-southeast-1_${'a'.repeat(41)}`,
])('rejects the user pool id %s', (USER_POOL_ID) => {
  expect(() => readConfig({ DATABASE_URL, USER_POOL_ID, USER_POOL_CLIENT_ID })).toThrow(
    'USER_POOL_ID: Invalid UserPoolId format.',
  )
})

test('a user pool id has at most 55 characters', () => {
  const USER_POOL_ID = `ap-southeast-1_${'a'.repeat(40)}`
  expect(USER_POOL_ID).toHaveLength(55)
  expect(readConfig({ DATABASE_URL, USER_POOL_ID, USER_POOL_CLIENT_ID }).userPool?.id).toBe(USER_POOL_ID)
})

test.each([
  'postgres://user:secret@one:5432,two:5433/backoffice?target_session_attrs=read-write',
  'postgresql://one,two,three/backoffice',
  'postgres://user@[::1]:5432/backoffice',
])('accepts the database URL %s', (url) => {
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

test.each(['one/backoffice', 'postgres://one,/b', 'postgres://one:port/b', 'postgres://one,two:99999/b'])(
  'rejects the database URL %o',
  (url) => {
    expect(() => readConfig({ DATABASE_URL: url })).toThrow('  DATABASE_URL: must be')
  },
)

test('sessions bypass the pooler', () => {
  const direct = 'postgres://direct/backoffice'
  expect(readConfig({ DATABASE_URL, DATABASE_DIRECT_URL: direct })).toMatchObject({
    databaseUrl: DATABASE_URL,
    databaseDirectUrl: direct,
    databaseOwnerUrl: direct,
  })
})

test('a separate ledger has a URL, and others that default to it', () => {
  const [url, owner] = ['postgres://ledger/backoffice', 'postgres://owner@ledger/backoffice']
  const read = (env: object) => readConfig({ DATABASE_URL, ...env }).ledger
  expect(read({ LEDGER_DATABASE_URL: url })).toEqual({ url, directUrl: url, ownerUrl: url })
  expect(read({ LEDGER_DATABASE_URL: url, LEDGER_DATABASE_OWNER_URL: owner })).toMatchObject({
    ownerUrl: owner,
  })
  expect(() => read({ LEDGER_DATABASE_URL: 'mysql://x' })).toThrow('LEDGER_DATABASE_URL: must be')
  expect(read({})).toBeNull()
})

test('trusted proxies are addresses and networks', () => {
  const read = (TRUSTED_PROXIES: string) => readConfig({ DATABASE_URL, TRUSTED_PROXIES }).trustedProxies
  expect(read('')).toEqual([])
  expect(read('10.0.0.0/8, fd00::/8,192.0.2.7')).toEqual(['10.0.0.0/8', 'fd00::/8', '192.0.2.7'])
  expect(() => read('everybody')).toThrow('TRUSTED_PROXIES:')
})

test('a key has 32 bytes', () => {
  const key = Buffer.alloc(32, 1)
  expect(readConfig({ DATABASE_URL, IDENTITY_KEY: key.toString('base64') }).keys).toEqual({
    identity: key,
    storage: null,
    evidence: null,
  })
  expect(() => readConfig({ DATABASE_URL, STORAGE_KEY: 'short' })).toThrow('STORAGE_KEY:')
  expect(() => readConfig({ DATABASE_URL, EVIDENCE_KEY: 'short' })).toThrow('EVIDENCE_KEY:')
})

test('the API documentation is off with a cloud pool unless enabled', () => {
  const pool = { USER_POOL_ID: 'ap-southeast-1_AbCdEf123', USER_POOL_CLIENT_ID }
  expect(readConfig({ DATABASE_URL }).apiDocs).toBe(true)
  expect(readConfig({ DATABASE_URL, ...pool }).apiDocs).toBe(false)
  expect(readConfig({ DATABASE_URL, ...pool, API_DOCS: 'true' }).apiDocs).toBe(true)
})

test('a mail server needs its URL and a sender', () => {
  const SMTP_URL = 'smtps://user:pass@mail.example:465?tls.servername=mx.example'
  const MAIL_FROM = 'Backoffice <backoffice@mail.example>'
  expect(readConfig({ DATABASE_URL }).smtp).toBeNull()
  expect(readConfig({ DATABASE_URL, SMTP_URL, MAIL_FROM }).smtp).toEqual({
    url: SMTP_URL,
    from: { name: 'Backoffice', address: 'backoffice@mail.example' },
    isLocal: false,
  })
})

test.each(['smtp://localhost:1025', 'smtp://127.0.0.1', 'smtp://[::1]:25?requireTLS=true'])(
  'the mail server %s is on this machine',
  (SMTP_URL) => {
    const { smtp } = readConfig({ DATABASE_URL, SMTP_URL, MAIL_FROM: 'backoffice@mail.example' })
    expect(smtp).toEqual({
      url: SMTP_URL,
      from: { name: '', address: 'backoffice@mail.example' },
      isLocal: true,
    })
  },
)

test.each([
  'mail.example',
  'https://mail.example',
  'smtp:mail.example',
  'smtp:///x',
  'smtp://ho%20st',
  'smtp://mail.example/path',
  'smtp://mail.example?requiretls=false',
  'smtp://mail.example?requireTLS=',
  'smtp://mail.example?logger=true&debug=true',
  'smtp://user:p#ss@mail.example',
])('rejects the mail server %s, without its password', (SMTP_URL) => {
  const read = () => readConfig({ DATABASE_URL, SMTP_URL, MAIL_FROM: 'backoffice@mail.example' })
  expect(read).toThrow('SMTP_URL:')
  expect(read).not.toThrow('p#ss')
})

test.each(['backoffice', 'a@b, c@d', '<a@b>', 'A\r\nBcc: x <a@b>', 'A <a@b> B'])(
  'rejects the sender %o',
  (MAIL_FROM) => {
    expect(() => readConfig({ DATABASE_URL, SMTP_URL: 'smtp://mail.example', MAIL_FROM })).toThrow(
      'MAIL_FROM:',
    )
  },
)
