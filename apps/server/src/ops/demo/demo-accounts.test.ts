import { passesRules } from '@backoffice/contract/rules/check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { DEMO_PEOPLE, emailOf } from './demo-people.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.stop())

test('every demo account has a distinct unverified Philippine mobile number', async () => {
  const { rows } = await system.pool.query<{ email: string; phone: string; verified: string | null }>(
    `SELECT email, attributes ->> 'phone_number' AS phone, attributes ->> 'phone_number_verified' AS verified
     FROM identity.users WHERE email LIKE '%@backoffice.test'`,
  )
  expect(rows.map(({ email }) => email).sort()).toEqual(DEMO_PEOPLE.map(emailOf).sort())
  for (const { email, phone, verified } of rows) {
    expect([email, phone, passesRules(phone, 'required|ph_phone_number')]).toEqual([email, phone, true])
    expect(phone).toMatch(/^\+63900/)
    expect(verified).toBe(null)
  }
  expect(new Set(rows.map(({ phone }) => phone)).size).toBe(rows.length)
  // A password suffices to sign in, and the token has the contact for the browser.
  const [, payload = ''] = (await system.tokenOf('agent')).split('.')
  const { phone } = rows.find(({ email }) => email.startsWith('agent@')) ?? {}
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ phone_number: phone })
})

test('the identity provider and the system agree on each account', async () => {
  const { rows } = await system.pool.query(
    `SELECT users.email,
       account.attributes ->> 'given_name' = given_name AND account.attributes ->> 'family_name' = family_name
         AND account.attributes ->> 'phone_number' = contact AS same_profile,
       CASE WHEN NOT enabled THEN 'DISABLED' WHEN account.status = 'CONFIRMED' THEN 'ACTIVE' ELSE 'PENDING' END
         = users.status AS same_status
     FROM users JOIN identity.users AS account ON account.sub::text = identity_sub`,
  )
  expect(rows).toHaveLength(DEMO_PEOPLE.length)
  expect(rows.filter(({ same_profile, same_status }) => !same_profile || !same_status)).toEqual([])
})

test('there is an editable role and editable policies, assigned to users', async () => {
  const { rows } = await system.pool.query(
    `SELECT roles.name, array_agg(DISTINCT policies.name ORDER BY policies.name) AS policies,
       count(DISTINCT users.id)::int AS users
     FROM roles JOIN role_policies ON role_policies.role_id = roles.id JOIN policies ON policies.id = policy_id
     JOIN users ON users.role_id = roles.id WHERE NOT roles.is_system GROUP BY roles.name`,
  )
  expect(rows).toEqual([
    {
      name: 'Night desk',
      policies: ['Inquiry runs', 'Operations basics', 'Own files', 'Result exports'],
      users: 4,
    },
  ])
  const extra = await system.pool.query(
    `SELECT policies.name, policies.risk, email FROM user_policies JOIN users ON users.id = user_id
     JOIN policies ON policies.id = policy_id`,
  )
  expect(extra.rows).toEqual([{ name: 'Card reveal', risk: 'HIGH', email: 'angelica.ramos@backoffice.test' }])
})
