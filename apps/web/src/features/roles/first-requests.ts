import { rolesList } from '@backoffice/contract/lists/users'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { roleEndpoints } from '@backoffice/contract/roles'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { firstRequest } from '../../net/declare-first-request.ts'

const pageSize = DEFAULT_PREFERENCES.page_size

export const firstRequests = {
  'users-users_roles': [
    {
      ...firstRequest(roleEndpoints.list, { query: queryOf(parseListSearch(rolesList, {}), pageSize) }),
      pageSize,
    },
  ],
}
