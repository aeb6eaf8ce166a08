import { usersList } from '@backoffice/contract/lists/users'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { userEndpoints } from '@backoffice/contract/users'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { firstRequest } from '../../net/declare-first-request.ts'

const pageSize = DEFAULT_PREFERENCES.page_size

export const firstRequests = {
  'users-users_list': [
    {
      ...firstRequest(userEndpoints.list, { body: queryOf(parseListSearch(usersList, {}), pageSize) }),
      pageSize,
    },
  ],
}
