import { may } from '@backoffice/contract/access'
import {
  GAP_KINDS,
  GAP_TABLES,
  type GapFigures,
  gapPermission,
  type MappingGap,
  mappingEndpoints,
} from '@backoffice/contract/mapping'
import type { OpenPath } from '@backoffice/contract/screens'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type NavigationCount, setNavigationCounts } from '../../kit/navigation/shell-state.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { DEPENDS_ON_FILES } from '../files/tracked/file-queries.ts'

/** Key of all queries about gaps, which are refreshed after a code is mapped. */
export const mappingKey = ['mapping'] as const

/** A running mapping is a tracked file that reduces the gaps. */
export const mappingRefresh = { refetchInterval: 60_000, meta: DEPENDS_ON_FILES }

export const gapFiguresQuery = queryOptions({
  queryKey: [...mappingKey, 'figures'],
  queryFn: async ({ signal }) => {
    const figures = await call(mappingEndpoints.figures, { signal })
    const counts = figures.gaps.map(({ kind, codes: count }) => [
      GAP_TABLES[kind].table.path,
      { count, text: `${count} not mapped` },
    ])
    // Each path is a screen's path.
    setNavigationCounts(Object.fromEntries(counts) as Partial<Record<OpenPath, NavigationCount>>)
    return figures
  },
  ...mappingRefresh,
})

/** Totals of all kinds. A transaction that lacks several codes counts once if the user may view every kind. */
export function totals({ gaps, blocked }: GapFigures) {
  const sum = (name: 'codes' | 'transactions' | 'amount') => gaps.reduce((total, gap) => total + gap[name], 0)
  const { transactions, amount } = blocked ?? { transactions: sum('transactions'), amount: sum('amount') }
  return { codes: sum('codes'), transactions, amount }
}

export const KIND_PLURALS = { TERMINAL: 'Terminals', TENDER: 'Tenders', TRANCODE: 'Tran codes' } as const

/** `FUEL 0088` */
export const gapName = ({ source_system, code }: Pick<MappingGap, 'source_system' | 'code'>) =>
  [source_system, code].filter(Boolean).join(' ')

type GapFacts = Pick<MappingGap, 'kind' | 'source_system' | 'code' | 'company_code' | 'branch_code'>

/** Values of a new row that the gap provides. */
export function knownValues({ kind, source_system, code, company_code, branch_code }: GapFacts) {
  const known = {
    [GAP_TABLES[kind].code]: code,
    source_system,
    company_code,
    ...(kind === 'TERMINAL' && { branch_code }),
  }
  return Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** Polls the figures, which sets the counts. */
export function FollowGapFigures() {
  const user = useUser()
  const mayView = GAP_KINDS.some((kind) => may(user, gapPermission(kind, 'view')))
  useQuery({ ...gapFiguresQuery, enabled: mayView })
  return null
}
