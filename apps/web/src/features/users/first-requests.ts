import { usersList } from '@backoffice/contract/lists/users'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { userEndpoints } from '@backoffice/contract/users'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { preload } from '../../net/declare-first-request.ts'

const pageSize = DEFAULT_PREFERENCES.page_size

export const preloads = {
  'users-users_list': [
    {
      ...preload(userEndpoints.list, { body: queryOf(parseListSearch(usersList, {}), pageSize) }),
      pageSize,
    },
  ],
}
