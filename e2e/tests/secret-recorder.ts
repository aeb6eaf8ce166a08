import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** File in the server's data folder with secrets that tests sent or received, one JSON text a line. */
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

/** Records the secrets in a message to or from the identity provider, for the search of the logs. */
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
