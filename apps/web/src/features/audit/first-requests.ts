import { auditEndpoints } from '@backoffice/contract/audit'
import { auditList } from '@backoffice/contract/lists/audit'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { firstRequest } from '../../net/declare-first-request.ts'
import { foldImports } from './fold-imports.ts'

const pageSize = DEFAULT_PREFERENCES.page_size

export const firstRequests = {
  audit: [
    {
      ...firstRequest(auditEndpoints.list, {
        body: foldImports(queryOf(parseListSearch(auditList, {}), pageSize)),
      }),
      pageSize,
    },
  ],
}
