import { rolesList } from '@backoffice/contract/lists/users'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { roleEndpoints } from '@backoffice/contract/roles'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { preload } from '../../net/first-requests.ts'

const pageSize = DEFAULT_PREFERENCES.page_size

export const preloads = {
  'users-users_roles': [
    {
      ...preload(roleEndpoints.list, { query: queryOf(parseListSearch(rolesList, {}), pageSize) }),
      pageSize,
    },
  ],
}
