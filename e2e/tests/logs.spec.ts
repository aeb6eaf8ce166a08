import { findSecrets, messagesIn, passwordsIn } from '../logs/logs.ts'
import { expect, test } from './test.ts'

// Tests of the search itself. It checks the logs of the whole run after all tests.

const PASSWORD = 'Planted"one#2026'
const SECRETS = { texts: [PASSWORD], codes: ['482913', '000417'] }

const line = (fields: object) => JSON.stringify({ level: 30, time: '2026-11-20T09:00:00.482Z', ...fields })
const kindsIn = (log: string) => findSecrets(log, SECRETS).map(({ kind }) => kind)

const PLANTED: readonly (readonly [what: string, log: string, kind: string])[] = [
  ['a JWT', line({ msg: 'refused: eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln' }), 'a token'],
  [
    'a refresh token',
    line({ token: Buffer.from(PASSWORD.repeat(3)).toString('base64url') }),
    'a refresh token',
  ],
  ['the state of a sign-in', line({ url: `/idp/?Session=${'Ab3/'.repeat(50)}` }), 'a sealed challenge'],
  ['a secret', line({ msg: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }), 'the secret of an authenticator'],
  ['a card number', line({ card: '9990000000000011' }), 'a card number'],
  ['one with spaces', 'ERROR:  no card 9990 0000 0000 0011', 'a card number'],
  ['a password', `said ${PASSWORD}`, 'a password, key or token'],
  ['one in JSON', line({ body: { password: PASSWORD } }), 'a password, key or token'],
  ['one in JSON in JSON', line({ body: JSON.stringify({ password: PASSWORD }) }), 'a password, key or token'],
  ['one in an address', line({ url: `/x?p=${encodeURIComponent(PASSWORD)}` }), 'a password, key or token'],
  ['a code', line({ msg: 'Code to reset your password: 482913' }), 'a code'],
  ['one in an address', line({ url: '/reset?code=000417' }), 'a code'],
  ['one in a path', line({ url: '/reset/000417' }), 'a code'],
  ['one at the end of a sentence', 'wrong code 482913.', 'a code'],
  ['one as a number', line({ code: 482913 }), 'a code'],
]

for (const [index, [what, log, kind]] of PLANTED.entries())
  test(`reports a log with ${what} (${index + 1})`, () => {
    expect(kindsIn(log)).toEqual([kind])
  })

test('does not report values that resemble a secret', () => {
  const harmless = [
    line({ pid: 482913, ms: 482913, reqId: '5f482913-0000-4000-8000-000000482913' }),
    line({
      reqId: '1f3a9991-2345-4678-9012-a5f482913000',
      url: '/files/0f3a0000-0000-4000-9991-234567890123',
    }),
    line({ sha256: 'a3f5'.repeat(16), url: '/files/1.482913', rows: 1482913 }),
    line({ card: '••••0011', name: 'x482913' }),
    '2026-11-20 09:00:00.482 UTC [482913] LOG:  checkpoint complete',
    'at file:///srv/backoffice/node_modules/fastify/lib/route.js:482:17',
  ]
  expect(kindsIn(harmless.join('\n'))).toEqual([])
})

test('a finding names line and kind, not the secret', () => {
  expect(findSecrets(['fine', line({ msg: '482913' }), 'fine'].join('\n'), SECRETS)).toEqual([
    { line: 2, kind: 'a code' },
  ])
})

test('reads sent codes and passwords from the outbox', async ({ request }) => {
  const row = (text: string) => `<tr><td>2026-11-20T09:00:00.000Z</td><td>a@b.test</td><td>${text}</td></tr>`
  const page = [
    row('Code to reset your password: 482913'),
    row('Code to sign in: 000417'),
    row('Sign in with Ab&#38;3#x and choose your own.'),
  ]
  expect(messagesIn(page.join('\n'))).toEqual(['482913', '000417', 'Ab&3#x'])
  expect(await (await request.get('/dev/outbox')).text()).toContain('<h1>Outbox</h1>')
})

test('reads passwords from the tests', () => {
  const source = `signIn(page, 'Planted-two#2026'); const other = \`Planted-three#1\`; // 'no password', 'Short#1'`
  expect(passwordsIn(source)).toEqual(['Planted-two#2026', 'Planted-three#1'])
})
