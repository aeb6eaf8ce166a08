import { tableEndpoints } from '@backoffice/contract/endpoints/tables'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { tenders, tendersList } from '@backoffice/contract/tables/tenders'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { preload } from '../../kit/preload.ts'

const pageSize = DEFAULT_PREFERENCES.page_size

export const screen = 'lookup-tenders'
export const preloads = [
  {
    ...preload(tableEndpoints(tenders).list, { body: queryOf(parseListSearch(tendersList, {}), pageSize) }),
    pageSize,
  },
]
