import { recordAudit, SYSTEM } from '../kernel/audit.ts'
import type { WorkerRoom } from './worker-room.ts'

const KEY_AGE_DAYS = 90
const DAY_MS = 24 * 3_600_000

/** Nightly: the key that signs tokens is replaced when it has the age. Tokens of the former stay good. */
export async function rotateSigningKey({ db, rotateKey }: WorkerRoom): Promise<void> {
  const rotation = await rotateKey?.({ ifOlderThanMs: KEY_AGE_DAYS * DAY_MS })
  if (!rotation?.isNew) return
  const entry = { action: 'signing-key.rotate', resource: 'signing-key', resourceId: rotation.kid } as const
  await recordAudit(db, SYSTEM, [entry], 'done', null)
}
