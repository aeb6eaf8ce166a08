import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** Under the server's data: what tests have sent or been sent that must be in no log, one JSON text a line. */
export const SECRETS_FILE = 'secrets-of-the-tests.jsonl'

const NAMES = new Set([
  'ConfirmationCode',
  'UserCode',
  'SecretCode',
  'SMS_MFA_CODE',
  'SOFTWARE_TOKEN_MFA_CODE',
  'Password',
  'PASSWORD',
  'NEW_PASSWORD',
  'PreviousPassword',
  'ProposedPassword',
  'TemporaryPassword',
  'AccessToken',
  'RefreshToken',
  'Token',
])

/** Notes the secrets in a message to or from the identity provider, for the search of the logs after all tests. */
export function recordSecrets(message: string | null): void {
  const { E2E_DATA_DIR } = process.env
  if (!message || !E2E_DATA_DIR) return
  const found: string[] = []
  JSON.parse(message, (name, value: unknown) => {
    if (NAMES.has(name) && typeof value === 'string') found.push(JSON.stringify(value))
    return value
  })
  if (found.length > 0) appendFileSync(join(E2E_DATA_DIR, SECRETS_FILE), `${found.join('\n')}\n`)
}
