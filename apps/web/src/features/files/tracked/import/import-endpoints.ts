import { CASE_REPLIES } from '@backoffice/contract/case-replies'
import { caseEndpoints } from '@backoffice/contract/cases'
import { tableEndpoints } from '@backoffice/contract/lookup-tables'
import { tableOfCategory } from '@backoffice/contract/tables/tables'

/** Calls that start the import of a category and download its template. */
export function importEndpoints(category: string) {
  const { import: confirm, template } =
    category === CASE_REPLIES.category ? caseEndpoints : tableEndpoints(tableOfCategory(category))
  return { confirm, template }
}
