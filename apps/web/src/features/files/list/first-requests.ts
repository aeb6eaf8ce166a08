import { fileEndpoints } from '@backoffice/contract/files'
import { allFilesList } from '@backoffice/contract/lists/files'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { parseListSearch, queryOf } from '../../../kit/list/list-search.ts'
import { firstRequest } from '../../../net/declare-first-request.ts'

const pageSize = DEFAULT_PREFERENCES.page_size

export const firstRequests = {
  files: [
    {
      ...firstRequest(fileEndpoints.list, { query: queryOf(parseListSearch(allFilesList, {}), pageSize) }),
      pageSize,
    },
  ],
}
