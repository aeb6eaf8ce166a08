import type { TestSystem } from './test-system.ts'

/** Adds or removes an authenticator at the embedded provider, as its own operations would. */
export async function setAuthenticator(
  { pool }: Pick<TestSystem, 'pool'>,
  mailbox: string,
  isOn: boolean,
): Promise<void> {
  const sub = '(SELECT identity_sub::uuid FROM users WHERE email = $1)'
  const statement = isOn
    ? `INSERT INTO identity.second_factors (user_sub, totp_secret, totp_enabled) VALUES (${sub}, '\\x00', true)`
    : `DELETE FROM identity.second_factors WHERE user_sub = ${sub}`
  await pool.query(statement, [`${mailbox}@backoffice.test`])
}
