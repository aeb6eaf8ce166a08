import { policiesList } from '@backoffice/contract/lists/users'
import { policyEndpoints } from '@backoffice/contract/policies'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { firstRequest } from '../../net/declare-first-request.ts'

const pageSize = DEFAULT_PREFERENCES.page_size

export const firstRequests = {
  'users-users_policies': [
    {
      ...firstRequest(policyEndpoints.list, {
        query: queryOf(parseListSearch(policiesList, {}), pageSize),
      }),
      pageSize,
    },
  ],
}
