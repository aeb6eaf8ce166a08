import { policyEndpoints } from '@backoffice/contract/endpoints/policies'
import { policiesList } from '@backoffice/contract/lists/users'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { preload } from '../../kit/preload.ts'

const pageSize = DEFAULT_PREFERENCES.page_size

export const preloads = {
  'users-users_policies': [
    {
      // Its fields are those of the list, which its general type does not say.
      ...preload(policyEndpoints.list, {
        query: queryOf(parseListSearch(policiesList, {}), pageSize) as never,
      }),
      pageSize,
    },
  ],
}
