import type { ListQuery } from '@backoffice/contract/list'
import { gapsList } from '@backoffice/contract/lists/mapping-gaps'

import {
  GAP_LABELS,
  GAP_TABLES,
  gapPermission,
  type MappingGap,
  mappingEndpoints,
} from '@backoffice/contract/mapping'
import { labelOfState } from '@backoffice/contract/objects'
import { queryOptions } from '@tanstack/react-query'

import { Link } from '@tanstack/react-router'
import { PermissionGate } from '../../kit/access/permission-gate.tsx'
import { hundredths } from '../../kit/format/format-amount.ts'
import { plural } from '../../kit/format/format-number.ts'
import { day } from '../../kit/format/format-time.ts'
import type { List } from '../../kit/list/columns.ts'
import { InCard } from '../../kit/list/data-row.tsx'
import { parseListSearch, queryOf, type SearchParams } from '../../kit/list/list-search.ts'
import { pageSize } from '../../kit/preferences/preferences.ts'
import { filledLink } from '../../kit/record/record-links.ts'
import { call } from '../../net/call.ts'
import { prefetch } from '../../net/query-client.ts'
import { EmptyValue } from '../../ui/card.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { gapFiguresQuery, gapName, knownValues, mappingKey, mappingRefresh } from '../mapping/gap-figures.ts'

const MS_PER_DAY = 86_400_000
const daysOpen = (at: string, now = Date.now()) =>
  Math.max(0, Math.floor((now - Date.parse(at)) / MS_PER_DAY))

function where({ branch_code, branches }: MappingGap) {
  if (branch_code) return branch_code
  return branches === 0 ? 'no branch sent' : plural(branches, 'branch', 'branches')
}

export const GAPS_LIST: List<MappingGap, typeof gapsList> = {
  declaration: gapsList,
  noun: 'code',
  idOf: ({ id }) => id,
  nameOf: (gap) => `${labelOfState(GAP_LABELS, gap.kind)} ${gapName(gap)}`,
  columns: [
    { field: 'kind', variant: 'second', card: 'badge', cell: ({ kind }) => GAP_LABELS[kind] },
    { field: 'code', variant: 'code', always: true, card: 'title', cell: gapName },
    {
      field: 'company_code',
      variant: 'code',
      cell: ({ companies }) => (companies.length > 0 ? companies.join(', ') : <EmptyValue />),
    },
    { field: 'branch_code', cell: where },
    {
      field: 'first_at',
      cell: ({ first_at }) => (
        <>
          <InCard>since </InCard>
          <time dateTime={first_at}>{day(first_at)}</time>
        </>
      ),
    },
    {
      field: 'open_for',
      label: 'Open for',
      variant: 'second',
      cell: ({ first_at }) => plural(daysOpen(first_at), 'day'),
    },
    { field: 'last_at', hidden: true, cell: ({ last_at }) => <time dateTime={last_at}>{day(last_at)}</time> },
    {
      field: 'transactions',
      variant: 'numeric',
      cell: ({ transactions }) => (
        <>
          {formatNumber(transactions)}
          <InCard> transactions</InCard>
        </>
      ),
    },
    {
      field: 'amount',
      variant: 'numeric',
      always: true,
      card: 'foot',
      cell: ({ amount }) => (
        <>
          <InCard>₱ </InCard>
          <strong>{hundredths(amount)}</strong>
        </>
      ),
    },
    {
      field: 'map',
      label: 'Map',
      always: true,
      card: 'foot',
      cell: (gap) => (
        <PermissionGate permission={gapPermission(gap.kind, 'create')}>
          <Link
            {...filledLink(GAP_TABLES[gap.kind].table, knownValues(gap), { isListed: true })}
            aria-label={`Map now, ${gapName(gap)}`}
          >
            Map now
          </Link>
        </PermissionGate>
      ),
    },
  ],
}

export const tableFiguresQuery = queryOptions({
  queryKey: [...mappingKey, 'tables'],
  queryFn: async ({ signal }) => (await call(mappingEndpoints.tables, { signal })).items,
  ...mappingRefresh,
})

type GapField = keyof typeof gapsList.fields

export const gapsQuery = (query: ListQuery<GapField>) =>
  queryOptions({
    queryKey: [...mappingKey, 'gaps', query],
    queryFn: ({ signal }) => call(mappingEndpoints.list, { body: query, signal }),
    ...mappingRefresh,
  })

/** Prefetches the first figures while the screen loads. */
export function loadLookupIndex(params: SearchParams): void {
  prefetch(tableFiguresQuery)
  prefetch(gapFiguresQuery)
  prefetch(gapsQuery(queryOf(parseListSearch(gapsList, params), pageSize())))
}
