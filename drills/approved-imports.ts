import type { createPool } from '../apps/server/src/db/client.ts'
import { type Driver, retryUntilReply } from './driver.ts'

export const APPROVED_ROWS = 300
/** Higher than any tender id of the other drills. */
const FIRST_TENDER = 1_000_000

export type ImportRequest = { filekey: string; approvalId: string; name: string }

/** Confirms an import that waits for approval. */
export async function requestImport(driver: Driver, round: number): Promise<ImportRequest> {
  const name = `Approved ${round}`
  const rows = Array.from({ length: APPROVED_ROWS }, (_, index) => {
    const id = (FIRST_TENDER + round * APPROVED_ROWS + index).toString(36).toUpperCase()
    return `POS,${id},${name},CSH,*,ACTIVE`
  })
  const header = 'source_system,tender_id,tender_name,payment_method_code,company_code,status'
  const filekey = await driver.upload(Buffer.from([header, ...rows].join('\n')), 'TENDERS')
  await driver.until(filekey, ({ state }) => state === 'AWAITING_CONFIRMATION')
  const body = await driver.expect<{ approval: { id: string } }>(202, '/lookup/tenders/import', {
    source_filekey: filekey,
  })
  return { filekey, approvalId: body.resource.approval.id, name }
}

/** Approves the request, which a call with the same key may have done before its process died. */
export async function approve(
  driver: Driver,
  {
    approvalId,
    contentHash,
    key = crypto.randomUUID(),
  }: { approvalId: string; contentHash?: string; key?: string },
): Promise<void> {
  const body = { items: [{ id: approvalId, ...(contentHash && { content_hash: contentHash }) }] }
  const reply = await driver.request<{ items: { row: { status: string } }[] }>(
    '/api/user/approvals/approve',
    {
      method: 'POST',
      body,
      headers: { 'idempotency-key': key },
    },
  )
  const { status } = reply.body.resource.items[0]?.row ?? {}
  if (status !== 'EXECUTED') throw new Error(`not approved: ${JSON.stringify(reply)}`)
}

/** Rows and events that the import has written, and its decisions. */
export async function readImported(
  pool: ReturnType<typeof createPool>,
  { filekey, approvalId, name }: ImportRequest,
) {
  // The database may have been killed after the effect.
  const { rows } = await retryUntilReply(() =>
    pool.query(
      `SELECT (SELECT count(*)::int FROM tenders WHERE tender_name = $1) AS rows,
       (SELECT max(version) FROM tenders WHERE tender_name = $1) AS versions,
       (SELECT count(*)::int FROM audit_events WHERE reason = 'import ' || $2) AS events,
       (SELECT string_agg(DISTINCT approved_by_name, ',') FROM audit_events WHERE reason = 'import ' || $2) AS approvers,
       (SELECT count(*)::int FROM audit_events WHERE action = 'approval.approve' AND resource_id = $3) AS approvals`,
      [name, filekey, approvalId],
    ),
  )
  return rows[0]
}
