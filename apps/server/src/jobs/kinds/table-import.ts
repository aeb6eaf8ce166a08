import { may } from '@backoffice/contract/access'
import { movePermission, type TableDeclaration } from '@backoffice/contract/table'
import { manilaDay } from '../../adapters/clock.ts'
import { findAccess } from '../../resources/access/access.store.ts'
import { objectKey } from '../../resources/files/object-keys.ts'
import { validateTableFile } from '../../table-file/validate-table-file.ts'
import type { FileWork } from './file-work.ts'

export function tableImportWork(table: TableDeclaration): FileWork {
  return {
    check: async ({ storage }, { tx, file, now, openReport, onProgress, signal }) => {
      const move = movePermission(table)
      const mayMove = move !== null && may(await findAccess(tx, file.runs_for ?? file.uploaded_by), move)
      return validateTableFile({
        tx,
        filekey: file.source_filekey,
        table,
        source: storage.read(objectKey.source(file.source_filekey)),
        expected: { sha256: file.declared_sha256 ?? undefined, size: file.size },
        checks: { today: manilaDay(now), mayMove },
        comparedAt: now,
        openReport,
        onProgress,
        signal,
      })
    },
    sendJobs: (tx, sendJob, job) => sendJob(tx, 'apply-import', job),
  }
}
