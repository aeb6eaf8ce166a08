import { CASE_REPLIES } from '@backoffice/contract/case-replies'
import { tableOfCategory } from '@backoffice/contract/tables/tables'
import { CASE_REPLY_IMPORT } from '../features/cases/case-reply-import.ts'
import { tableImport } from '../features/lookup-tables/files/table-import.ts'
import type { ImportHandler } from './check/import-handler.ts'

/** The kind of import of a file category. Throws for a category without imports. */
export function importKindOf(category: string): ImportHandler {
  return category === CASE_REPLIES.category ? CASE_REPLY_IMPORT : tableImport(tableOfCategory(category))
}
