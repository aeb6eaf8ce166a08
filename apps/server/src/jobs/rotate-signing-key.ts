import { recordSystemAudit } from '../kernel/audit.ts'
import type { WorkerDeps } from './worker-deps.ts'

const KEY_AGE_DAYS = 90
const DAY_MS = 24 * 3_600_000

/** Nightly: replaces an old signing key. Tokens of the former key stay valid. */
export async function rotateSigningKey({ db, rotateKey }: WorkerDeps): Promise<void> {
  const rotation = await rotateKey?.({ ifOlderThanMs: KEY_AGE_DAYS * DAY_MS })
  if (!rotation?.isNew) return
  await recordSystemAudit(db, { resource: 'signing-key', action: 'rotate', id: rotation.kid })
}
