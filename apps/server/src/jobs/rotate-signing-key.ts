import { recordAudit, SYSTEM } from '../kernel/audit.ts'
import type { WorkerDeps } from './worker-deps.ts'

const KEY_AGE_DAYS = 90
const DAY_MS = 24 * 3_600_000

/** Nightly: replaces the signing key of tokens by age. Tokens of the previous key stay valid. */
export async function rotateSigningKey({ db, rotateKey }: WorkerDeps): Promise<void> {
  const rotation = await rotateKey?.({ ifOlderThanMs: KEY_AGE_DAYS * DAY_MS })
  if (!rotation?.isNew) return
  const entry = { action: 'signing-key.rotate', resource: 'signing-key', resourceId: rotation.kid } as const
  await recordAudit(db, SYSTEM, [entry], 'done', null)
}
