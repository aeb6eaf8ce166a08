import { randomUUID } from 'node:crypto'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manilaDay } from '../../kernel/clock.ts'
import { faultyProvider } from '../../testing/faulty-provider.ts'
import { startPoolStandIn } from '../../testing/pool-stand-in.ts'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { createAdministration } from './administration.ts'
import { EMBEDDED_POOL } from './embedded.ts'
import type { Administration } from './identity.ts'

const TIMEOUT_MS = 300
const POOL = EMBEDDED_POOL.userPoolId
const ANA = { givenName: 'Ana', familyName: 'Reyes', contact: '+639001234567' }

let system: TestSystem
let faulty: ReturnType<typeof faultyProvider>
let standIn: Awaited<ReturnType<typeof startPoolStandIn>>
const administrations: Partial<Record<'embedded' | 'cloud', Administration>> = {}
beforeAll(async () => {
  system = await startTestSystem()
  faulty = faultyProvider(system.identity.adminRequestHandler)
  standIn = await startPoolStandIn(faulty.handler)
  const inProcess = { ...system.identity.adminClientConfig, requestHandler: faulty.handler }
  const { lockedAmong, failedSignIns } = system.identity
  const timeoutMs = TIMEOUT_MS
  administrations.embedded = createAdministration(new CognitoIdentityProviderClient(inProcess), POOL, {
    lockedAmong,
    failedSignIns,
    timeoutMs,
  })
  const client = new CognitoIdentityProviderClient(standIn.clientConfig)
  administrations.cloud = createAdministration(client, POOL, { timeoutMs })
})
afterAll(async () => {
  await standIn.stop()
  await system.stop()
})

const anEmail = () => `${randomUUID()}@northline.example`

async function mailsTo(email: string) {
  return (await system.outbox.list()).filter(({ to }) => to === email).map(({ text }) => text)
}
const passwordIn = (text = '') => /Sign in with (\S+) and/.exec(text)?.[1] ?? ''

/** Outcome of a sign-in by password: a challenge, a refusal or `signed in`. */
async function signIn(email: string, password: string): Promise<string> {
  const { body } = await system.identity.handle({
    target: 'AWSCognitoIdentityProviderService.InitiateAuth',
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: EMBEDDED_POOL.userPoolClientId,
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
    ip: '127.0.0.1',
  })
  const reply = JSON.parse(body) as { ChallengeName?: string; message?: string }
  return reply.ChallengeName ?? reply.message ?? 'signed in'
}

const PASSWORD = 'Backoffice#2026'
async function aUser() {
  const email = anEmail()
  const [created] = await system.identity.seedUsers([{ email, password: PASSWORD }])
  if (!created) throw new Error('the user was not created')
  return { email, sub: created.username }
}

async function attributesOf(sub: string) {
  const { rows } = await system.pool.query('SELECT attributes FROM identity.users WHERE sub = $1', [sub])
  return rows[0]?.attributes
}

describe.each(['embedded', 'cloud'] as const)('%s', (kind) => {
  function provider(): Administration {
    const administration = administrations[kind]
    if (!administration) throw new Error('the providers have not started')
    return administration
  }

  test('invites by mail, and again with another password until one was chosen', async () => {
    const email = anEmail()
    const first = await provider().invite({ email, ...ANA })
    const again = await provider().invite({ email, ...ANA })
    expect([first.outcome, again]).toEqual(['invited', first])
    const [latest, earliest] = (await mailsTo(email)).map(passwordIn)
    expect(await signIn(email, latest ?? '')).toBe('NEW_PASSWORD_REQUIRED')
    expect(await signIn(email, earliest ?? '')).toBe('Incorrect username or password.')
    expect(await attributesOf(first.sub)).toMatchObject({
      given_name: 'Ana',
      family_name: 'Reyes',
      phone_number: '+639001234567',
    })
    expect(await provider().findSub(email)).toBe(first.sub)
    const existing = await aUser()
    expect(await provider().invite({ email: existing.email, ...ANA })).toEqual({
      sub: existing.sub,
      outcome: 'existing',
    })
    expect([await mailsTo(existing.email), await signIn(existing.email, PASSWORD)]).toEqual([[], 'signed in'])
  })

  test('changes names and contact, and removes a null contact', async () => {
    const { sub } = await aUser()
    await provider().update(sub, ANA)
    expect(await attributesOf(sub)).toEqual({
      given_name: 'Ana',
      family_name: 'Reyes',
      phone_number: '+639001234567',
    })
    await provider().update(sub, { ...ANA, givenName: 'Anna', contact: null })
    expect(await attributesOf(sub)).toEqual({ given_name: 'Anna', family_name: 'Reyes' })
  })

  test('disables, ending sessions, and enables, each repeatably', async () => {
    const { email, sub } = await aUser()
    await signIn(email, PASSWORD)
    for (let time = 0; time < 2; time++) await provider().disable(sub)
    expect(await signIn(email, PASSWORD)).toBe('User is disabled.')
    expect(await system.identity.listSessions(sub)).toEqual([])
    for (let time = 0; time < 2; time++) await provider().enable(sub)
    expect(await signIn(email, PASSWORD)).toBe('signed in')
  })

  test('ends sessions and nothing else', async () => {
    const { email, sub } = await aUser()
    await signIn(email, PASSWORD)
    await provider().endSessions(sub)
    expect(await system.identity.listSessions(sub)).toEqual([])
    expect(await signIn(email, PASSWORD)).toBe('signed in')
  })

  test('resets a password by a code, but not a temporary one', async () => {
    const { email, sub } = await aUser()
    for (let time = 0; time < 2; time++) await provider().resetPassword(sub)
    expect(await signIn(email, PASSWORD)).toBe('Password reset required for the user')
    expect((await mailsTo(email))[0]).toContain('Code to reset your password')
    expect(await provider().describe(sub)).toMatchObject({ mustChangePassword: true })
    const invited = await provider().invite({ email: anEmail(), ...ANA })
    await expect(provider().resetPassword(invited.sub)).rejects.toMatchObject({
      isFinal: true,
      message: expect.stringContaining('cannot be reset in the current state'),
    })
  })

  test('removes second factors, so that the next sign-in needs none', async () => {
    const { email, sub } = await aUser()
    await system.pool.query(
      `INSERT INTO identity.second_factors (user_sub, sms_enabled, totp_secret, totp_enabled, preferred)
       VALUES ($1, true, '\\x00', true, 'SOFTWARE_TOKEN_MFA')`,
      [sub],
    )
    expect(await provider().describe(sub)).toMatchObject({
      mfaEnabled: true,
      hasAuthenticator: true,
      mustChangePassword: false,
    })
    expect(await signIn(email, PASSWORD)).toBe('SOFTWARE_TOKEN_MFA')
    for (let time = 0; time < 2; time++) await provider().removeAuthenticator(sub)
    expect(await provider().describe(sub)).toMatchObject({ mfaEnabled: false })
    expect(await signIn(email, PASSWORD)).toBe('signed in')
  })

  test('reports codes by SMS as a second factor, but not as an authenticator', async () => {
    const { sub } = await aUser()
    await system.pool.query('INSERT INTO identity.second_factors (user_sub, sms_enabled) VALUES ($1, true)', [
      sub,
    ])
    expect(await provider().describe(sub)).toMatchObject({ mfaEnabled: true, hasAuthenticator: false })
  })

  test.each([
    ['with codes by SMS preferred', 'SMS_MFA', false],
    ['with a choice at each sign-in', null, false],
    ['preferred to codes by SMS', 'SOFTWARE_TOKEN_MFA', true],
  ])('an authenticator %s', async (_, preferred, hasAuthenticator) => {
    const { sub } = await aUser()
    await system.pool.query(
      `INSERT INTO identity.second_factors (user_sub, sms_enabled, totp_secret, totp_enabled, preferred)
       VALUES ($1, true, '\\x00', true, $2)`,
      [sub, preferred],
    )
    expect(await provider().describe(sub)).toMatchObject({ mfaEnabled: true, hasAuthenticator })
  })

  test('removes a user; a removed user can be disabled and signed out, but nothing else', async () => {
    const { email, sub } = await aUser()
    for (let time = 0; time < 2; time++) await provider().remove(sub)
    await provider().disable(sub)
    await provider().endSessions(sub)
    expect([await provider().describe(sub), await provider().findSub(email)]).toEqual([null, null])
    const missing = { isFinal: true, message: expect.stringContaining('no account of this user') }
    await expect(provider().update(sub, ANA)).rejects.toMatchObject(missing)
    await expect(provider().removeAuthenticator(sub)).rejects.toMatchObject(missing)
  })

  test('reports locked users if supported; enabling unlocks them', async () => {
    const [locked, other] = [await aUser(), await aUser()]
    for (let time = 0; time < 6; time++) await signIn(locked.email, 'Wrong#Password1')
    const isReported = kind === 'embedded'
    expect(await provider().lockedAmong([locked.sub, other.sub])).toEqual(
      isReported ? new Set([locked.sub]) : null,
    )
    expect(await provider().describe(locked.sub)).toMatchObject({ isLocked: isReported ? true : null })
    await provider().enable(locked.sub)
    expect(await signIn(locked.email, PASSWORD)).toBe('signed in')
  })

  test('reports the failed sign-ins of a day if supported', async () => {
    const day = manilaDay(system.clock.now())
    const before = (await provider().failedSignIns(day, day))?.get(day) ?? 0
    await signIn(anEmail(), 'Wrong#Password1')
    expect(await provider().failedSignIns(day, day)).toEqual(
      kind === 'embedded' ? new Map([[day, before + 1]]) : null,
    )
  })

  test.each([
    ['refused', { isFinal: true, isSilent: false, message: expect.stringContaining('refuses a value') }],
    ['failing', { isFinal: false, isSilent: false, message: expect.stringContaining('InternalError') }],
    ['hanging', { isFinal: false, isSilent: true, message: expect.stringContaining('within 0.3 seconds') }],
    ['lost-before', { isFinal: false, isSilent: true }],
    ['lost-after', { isFinal: false, isSilent: true }],
  ] as const)('reports a %s provider by its own message and in time', async (fault, expected) => {
    const { sub } = await aUser()
    faulty.set(fault)
    try {
      await expect(provider().update(sub, ANA)).rejects.toMatchObject(expected)
      await expect(provider().describe(sub)).rejects.toMatchObject(expected)
    } finally {
      faulty.set(null)
    }
  })
})

test('wrong credentials of the system are not reported as a fault of the user', async () => {
  const refusing = faultyProvider({
    ...system.identity.adminRequestHandler,
    handle: async () => ({
      response: {
        statusCode: 400,
        headers: {},
        body: Buffer.from(JSON.stringify({ __type: 'AccessDeniedException', message: 'not for you' })),
      },
    }),
  })
  const pool = await startPoolStandIn(refusing.handler)
  const administration = createAdministration(new CognitoIdentityProviderClient(pool.clientConfig), POOL)
  await expect(administration.enable('x')).rejects.toMatchObject({
    isFinal: false,
    message: expect.stringContaining('Check its credentials'),
  })
  await pool.stop()
})

test('reports an unreachable pool', async () => {
  const pool = await startPoolStandIn(system.identity.adminRequestHandler)
  await pool.stop()
  const administration = createAdministration(new CognitoIdentityProviderClient(pool.clientConfig), POOL)
  await expect(administration.enable('x')).rejects.toMatchObject({
    isSilent: true,
    message: 'The identity provider cannot be reached.',
  })
})
