import type { Tx } from '../db/client.ts'
import type { ReadyFile, RefusedFile } from '../inquiry-file/validation-types.ts'
import { recordAudit, SYSTEM } from '../kernel/audit.ts'
import { findSameContent, moveFile, replaceErrors } from '../resources/files/file-steps.store.ts'

/** The file cannot be used: what is wrong is said, and nothing of it is kept but itself. */
export async function rejectFile(tx: Tx, filekey: string, outcome: RefusedFile, now: Date): Promise<void> {
  await replaceErrors(tx, filekey, [])
  const to = await moveFile(tx, filekey, 'VALIDATING', 'reject', {
    sha256: outcome.sha256 ?? null,
    failure_code: outcome.code,
    failure_detail: outcome.detail,
    validated_at: now,
    finished_at: now,
  })
  await record(tx, filekey, { state: ['VALIDATING', to], code: [null, outcome.code] })
}

/** The file can be run: its counts wait for somebody's decision. */
export async function acceptFile(
  tx: Tx,
  file: { source_filekey: string; category: string },
  outcome: ReadyFile,
  { hasRejected, reportBytes }: { hasRejected: boolean; reportBytes: number },
  now: Date,
): Promise<void> {
  const { source_filekey: filekey, category } = file
  const { total, valid, warning, error, duplicate, sha256 } = outcome
  await replaceErrors(tx, filekey, outcome.firstErrors)
  const to = await moveFile(tx, filekey, 'VALIDATING', 'accept', {
    sha256,
    bytes_read: outcome.bytes,
    total,
    valid,
    warning,
    error,
    duplicate,
    skipped: error + duplicate,
    rows_without_dates: outcome.rowsWithoutDates,
    errors_total: outcome.errorsTotal,
    has_rejected: hasRejected,
    report_bytes: reportBytes,
    validated_at: now,
    already_uploaded: await findSameContent(tx, filekey, sha256, category),
  })
  await record(tx, filekey, {
    state: ['VALIDATING', to],
    rows: [null, total],
    valid: [null, valid],
    error: [null, error],
    duplicate: [null, duplicate],
    sha256: [null, sha256],
  })
}

async function record(tx: Tx, filekey: string, changes: Record<string, readonly [unknown, unknown]>) {
  const entry = { action: 'file.validate', resource: 'file', resourceId: filekey, changes } as const
  await recordAudit(tx, SYSTEM, [entry], 'done', null)
}
