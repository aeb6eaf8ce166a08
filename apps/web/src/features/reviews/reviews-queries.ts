import { may } from '@backoffice/contract/access'
import type { CallInput, Reply } from '@backoffice/contract/endpoint'
import { type Review, type ReviewItem, reviewEndpoints } from '@backoffice/contract/reviews'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { setNavigationCounts } from '../../kit/navigation/shell-state.ts'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'
import { useUser } from '../../session/store.ts'

export const REVIEWS = { path: '/reviews', noun: 'review' } as const

export const reviewKeys = {
  all: ['reviews'] as const,
  lists: ['reviews', 'list'] as const,
  record: (id: string) => ['reviews', 'record', id] as const,
  items: (id: string) => ['reviews', 'items', id] as const,
}

/** Interval at which open reviews are read again while the page is visible, because other reviewers decide too. */
export const REVIEW_POLL_MS = 60_000
/** Interval while access is removed. */
const APPLYING_POLL_MS = 3_000

const pollOf = (found: Review | undefined) => {
  if (found?.status === 'APPLYING') return APPLYING_POLL_MS
  return found?.status === 'OPEN' ? REVIEW_POLL_MS : false
}

/** Undecided items that the user may decide; also sets the count of the sidebar. */
export const reviewCountsQuery = queryOptions({
  queryKey: [...reviewKeys.all, 'counts'],
  queryFn: async ({ signal }) => {
    const counts = await call(reviewEndpoints.counts, { signal })
    setNavigationCounts({ '/reviews': { count: counts.decide, text: `${counts.decide} to decide` } })
    return counts
  },
  refetchInterval: REVIEW_POLL_MS,
})

type ListQuery = NonNullable<CallInput<typeof reviewEndpoints.list>['body']>
type ItemsQuery = NonNullable<CallInput<typeof reviewEndpoints.items>['body']>
type Preview = NonNullable<CallInput<typeof reviewEndpoints.preview>['body']>

export function reviewsQuery(query: ListQuery) {
  return queryOptions({
    queryKey: [...reviewKeys.lists, query],
    queryFn: ({ signal }) => call(reviewEndpoints.list, { body: query, signal }),
    refetchInterval: REVIEW_POLL_MS,
  })
}

export function reviewQuery(id: string) {
  return queryOptions({
    queryKey: reviewKeys.record(id),
    queryFn: ({ signal }) => call(reviewEndpoints.get, { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => pollOf(state.data),
  })
}

/** The status is part of the key, because items read before the end of the review don't show their outcome. */
export function itemsQuery(found: Review, query: ItemsQuery) {
  const { id, status } = found
  return queryOptions({
    queryKey: [...reviewKeys.items(id), status, query],
    queryFn: ({ signal }) => call(reviewEndpoints.items, { params: { id }, body: query, signal }),
    refetchInterval: pollOf(found),
  })
}

/** Number of items and users of a review that would start now. */
export function previewQuery(body: Preview) {
  return queryOptions({
    queryKey: [...reviewKeys.all, 'preview', body],
    queryFn: ({ signal }) => call(reviewEndpoints.preview, { body, signal }),
  })
}

/** Users who can be reviewers. */
export const reviewersQuery = queryOptions({
  queryKey: [...reviewKeys.all, 'reviewers'],
  queryFn: async ({ signal }) => (await call(reviewEndpoints.reviewers, { signal })).items,
})

/** Roles that can replace the role of an item. */
export function replacementsQuery(id: string, item: string) {
  return queryOptions({
    queryKey: [...reviewKeys.all, 'replacements', item],
    queryFn: async ({ signal }) =>
      (await call(reviewEndpoints.replacements, { params: { id }, query: { item }, signal })).items,
  })
}

export const evidenceKeyQuery = queryOptions({
  queryKey: [...reviewKeys.all, 'evidence-key'],
  queryFn: async ({ signal }) => (await call(reviewEndpoints.evidenceKey, { signal })).key,
})

export const storeReview = (found: Review) => queryClient.setQueryData(reviewKeys.record(found.id), found)

/** Stores items in the lists that show them. They stay in a list until it is read again. */
export function storeItems(id: string, items: readonly ReviewItem[]): void {
  const byId = new Map(items.map((item) => [item.id, item]))
  queryClient.setQueriesData<Reply<typeof reviewEndpoints.items>>(
    { queryKey: reviewKeys.items(id) },
    (data) => data && { ...data, items: data.items.map((item) => byId.get(item.id) ?? item) },
  )
}

const invalidate = (keys: readonly (readonly unknown[])[]) =>
  Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** Refreshes counts after decisions, but not the shown items, which would leave a filtered list. */
export function refreshCounts(id: string) {
  return invalidate([reviewKeys.record(id), reviewKeys.lists, reviewCountsQuery.queryKey])
}

/** Refreshes everything that shows reviews. */
export const refreshReviews = () => invalidate([reviewKeys.all])

/** Polls the number of items that the user may decide. */
export function FollowReviews() {
  useQuery({ ...reviewCountsQuery, enabled: may(useUser(), 'review:decide') })
  return null
}
