import { createEmbeddedProvider, EMBEDDED_POOL } from '../../apps/server/src/adapters/identity/embedded.ts'
import { storedKeys } from '../../apps/server/src/adapters/keys.ts'
import { outboxFolder, writeToOutbox } from '../../apps/server/src/adapters/mail/outbox.ts'
import { createPool } from '../../apps/server/src/db/client.ts'
import { ownerUrl } from '../../apps/server/src/ops/load/owner-connections.ts'

type Reply = Record<string, unknown>

/** A second instance of the system's identity provider, on the same database with the same keys. */
export type Provider = {
  /** Runs an administrator's operation. Throws if the provider rejects it. */
  admin: (operation: string, input: object) => Promise<Reply>
  /** Runs an operation of the browser. Returns a rejection as a reply. */
  call: (operation: string, input: object) => Promise<Reply>
  /** Sets the clock ahead of the system's, or back if negative. */
  ahead: (ms: number) => void
  ageSignIns: (email: string, ms: number) => Promise<void>
  remake: (user: User & { password: string }) => Promise<void>
  /** Creates a user with the same role, name and department, and another phone number. */
  copy: (
    email: string,
    copy: { email: string; password: string; temporary: boolean; number: number },
  ) => Promise<void>
  /** Sets the status of a user in the product's database only. */
  setStatus: (user: User, status: 'ACTIVE' | 'DISABLED' | 'DELETED') => Promise<void>
}

export type User = { email: string; sub: string; attributes: Record<string, string> }

export async function openProvider(): Promise<Provider & { close: () => Promise<void> }> {
  const dataDir = dataOfSystem()
  const pool = createPool(await databaseUrl(dataDir), { max: 2 })
  let aheadMs = 0
  const provider = createEmbeddedProvider({
    pool,
    key: (await storedKeys(dataDir)).identity,
    clock: { now: () => new Date(Date.now() + aheadMs) },
    // The running system reads the outbox folder.
    outbox: { add: (message) => writeToOutbox(outboxFolder(dataDir), message) },
    onError: console.error,
  })
  const target = (operation: string) => `AWSCognitoIdentityProviderService.${operation}`
  const opened: Provider & { close: () => Promise<void> } = {
    async admin(operation, input) {
      const { response } = await provider.adminRequestHandler.handle({
        headers: { 'x-amz-target': target(operation) },
        body: JSON.stringify({ UserPoolId: EMBEDDED_POOL.userPoolId, ...input }),
      })
      const text = Buffer.from(response.body).toString()
      if (response.statusCode !== 200) throw new Error(`${operation}: ${text}`)
      return JSON.parse(text)
    },
    async call(operation, input) {
      const body = JSON.stringify({ ClientId: EMBEDDED_POOL.userPoolClientId, ...input })
      return JSON.parse((await provider.handle({ target: target(operation), body, ip: '192.0.2.1' })).body)
    },
    ahead(ms) {
      aheadMs = ms
    },
    async ageSignIns(email, ms) {
      await pool.query(
        `update identity.sessions set created_at = created_at - make_interval(secs => $2::float8 / 1000)
         where user_sub::text = (select identity_sub from users where email = $1)`,
        [email, ms],
      )
      // Otherwise an earlier end of sessions would also end the aged ones.
      await pool.query(
        'update users set signed_in_after = signed_in_after - make_interval(secs => $2::float8 / 1000) where email = $1',
        [email, ms],
      )
    },
    async remake(user) {
      await provider.seedUsers([user])
    },
    async copy(original, { email, password, temporary, number }) {
      const { UserAttributes } = (await opened.admin('AdminGetUser', { Username: original })) as {
        UserAttributes: { Name: string; Value: string }[]
      }
      const {
        given_name = '',
        family_name = '',
        phone_number = '',
      } = Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]))
      const sub = crypto.randomUUID()
      const attributes = {
        given_name,
        family_name,
        phone_number: `+${Number(phone_number) + 100 * number}`,
      }
      await provider.seedUsers([{ email, sub, password, temporary, attributes }])
      await pool.query(
        `insert into users (identity_sub, email, given_name, family_name, department, role_id, status)
         select $2, $3, given_name, family_name, department, role_id, status from users where email = $1`,
        [original, sub, email],
      )
    },
    async setStatus({ sub }, status) {
      await pool.query('update users set status = $2 where identity_sub = $1', [sub, status])
    },
    async close() {
      await provider.close()
      await pool.end()
    },
  }
  return opened
}

export function dataOfSystem(): string {
  const { E2E_DATA_DIR: dataDir } = process.env
  if (!dataDir) throw new Error('These tests open the data of the server: run them without E2E_BASE_URL.')
  return dataDir
}

/** URL of the system's database, as its owner. */
export function databaseUrl(dataDir: string): Promise<string> {
  return ownerUrl({ DATA_DIR: dataDir })
}
