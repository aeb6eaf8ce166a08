import type { FileKind } from '@backoffice/contract/file-kinds'
import { tableOfCategory } from '@backoffice/contract/tables/tables'
import type { FileWork } from './file-work.ts'
import { inquiryWork } from './inquiry.ts'
import { tableImportWork } from './table-import.ts'

const exportWork: FileWork = { sendJobs: (tx, sendJob, job) => sendJob(tx, 'export-list', job) }
const actionWork: FileWork = { sendJobs: (tx, sendJob, job) => sendJob(tx, 'apply-action', job) }

/** What the worker does with a file, by its kind and category. */
export function workOf({ kind, category }: { kind: string; category: string }): FileWork {
  // The CHECK of the column has exactly the kinds of the contract.
  switch (kind as FileKind) {
    case 'inquiry':
      return inquiryWork
    case 'import':
      return tableImportWork(tableOfCategory(category))
    case 'export':
      return exportWork
    case 'action':
      return actionWork
  }
}
