import { reviewsList } from '@backoffice/contract/lists/reviews'
import { DEFAULT_PREFERENCES } from '@backoffice/contract/preferences'
import { reviewEndpoints } from '@backoffice/contract/reviews'
import { parseListSearch, queryOf } from '../../kit/list/list-search.ts'
import { firstRequest } from '../../net/declare-first-request.ts'

const pageSize = DEFAULT_PREFERENCES.page_size

export const firstRequests = {
  reviews: [
    {
      ...firstRequest(reviewEndpoints.list, { body: queryOf(parseListSearch(reviewsList, {}), pageSize) }),
      pageSize,
    },
  ],
}
