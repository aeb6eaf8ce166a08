import { auditEndpoints } from '@backoffice/contract/audit'
import { auditList } from '@backoffice/contract/lists/audit'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { preload } from '../../net/declare-first-request.ts'
import { foldImports } from './fold-imports.ts'

const pageSize = DEFAULT_PREFERENCES.page_size

export const preloads = {
  audit: [
    {
      ...preload(auditEndpoints.list, {
        body: foldImports(queryOf(parseListSearch(auditList, {}), pageSize)),
      }),
      pageSize,
    },
  ],
}
