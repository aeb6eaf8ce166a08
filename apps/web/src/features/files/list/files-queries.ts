import { allFilesList } from '@backoffice/contract/lists/files'
import type { SearchParams } from '../../../kit/list/list-params.ts'
import { parseListSearch, queryOf } from '../../../kit/list/list-search.ts'
import { pageSize } from '../../../kit/preferences/preferences.ts'
import { prefetch } from '../../../net/query-client.ts'
import { filesQuery } from '../tracked/file-queries.ts'

/** Requests the rows while the screen loads. */
export function loadFiles(params: SearchParams): void {
  prefetch(filesQuery(queryOf(parseListSearch(allFilesList, params), pageSize())))
}
