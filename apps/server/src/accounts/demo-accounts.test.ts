import { passesRules } from '@backoffice/contract/rules/check'
import { expect, test } from 'vitest'
import { startTestSystem } from '../testing/test-system.ts'

test('every demo account has a distinct unverified Philippine mobile number', async () => {
  const system = await startTestSystem()
  try {
    const { rows } = await system.pool.query<{ email: string; phone: string; verified: string | null }>(
      `SELECT email, attributes ->> 'phone_number' AS phone, attributes ->> 'phone_number_verified' AS verified
       FROM identity.users WHERE email LIKE '%@backoffice.test'`,
    )
    expect(rows).toHaveLength(9)
    for (const { email, phone, verified } of rows) {
      expect([email, phone, passesRules(phone, 'required|ph_phone_number')]).toEqual([email, phone, true])
      expect(phone).toMatch(/^\+63900/)
      expect(verified).toBe(null)
    }
    expect(new Set(rows.map(({ phone }) => phone)).size).toBe(rows.length)
    // Signed in by the password alone, and in the token that the browser takes the contact from.
    const [, payload = ''] = (await system.tokenOf('agent')).split('.')
    const { phone } = rows.find(({ email }) => email.startsWith('agent@')) ?? {}
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ phone_number: phone })
  } finally {
    await system.stop()
  }
})
