import { gapsList } from '@backoffice/contract/lists/mapping-gaps'
import { listInput, tableEndpoints } from '@backoffice/contract/lookup-tables'
import { mappingEndpoints } from '@backoffice/contract/mapping'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { SCREENS } from '@backoffice/contract/screens'
import { tableList } from '@backoffice/contract/table'
import { TABLES } from '@backoffice/contract/tables/tables'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { firstRequest } from '../../net/declare-first-request.ts'

const pageSize = DEFAULT_PREFERENCES.page_size

const gaps = queryOf(parseListSearch(gapsList, {}), pageSize)

/** Index figures and the first page of each table, by screen name. */
export const firstRequests = {
  lookup: [
    firstRequest(mappingEndpoints.tables, {}),
    firstRequest(mappingEndpoints.figures, {}),
    { ...firstRequest(mappingEndpoints.list, { body: gaps }), pageSize },
  ],
  ...Object.fromEntries(
    TABLES.map((table) => {
      const query = queryOf(parseListSearch(tableList(table), {}), pageSize)
      const name = SCREENS.find(({ path }) => path === table.path)?.name ?? ''
      return [
        name,
        [{ ...firstRequest(tableEndpoints(table).list, listInput(table, query) as never), pageSize }],
      ]
    }),
  ),
}
