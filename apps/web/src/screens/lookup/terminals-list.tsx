import { terminals } from '@backoffice/contract/tables/terminals'
import { formatDateTime } from '../../kit/format-time.ts'
import type { SearchParams } from '../../kit/list/list-params.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import { lookupList } from './lookup-list.tsx'
import { loadRows } from './lookup-queries.ts'
import { LookupScreen } from './lookup-screen.tsx'

const TONES = { SEEN: 'ok', SILENT: 'warn', QUIET: 'quiet', NEVER: 'quiet' } as const
type Traffic = keyof typeof TONES
const TRAFFIC: Readonly<Record<string, string>> = terminals.derived?.traffic.options ?? {}

const time = (at: string | null) => (at ? <time dateTime={at}>{formatDateTime(at)}</time> : <EmptyValue />)

const TERMINALS = lookupList(terminals, [
  { field: 'terminal_id', always: true, beside: true, card: 'title' },
  { field: 'company_code', beside: true },
  { field: 'branch_code', beside: true },
  {
    field: 'traffic',
    cell: ({ traffic }) =>
      traffic && <Badge tone={TONES[traffic as Traffic]}>{TRAFFIC[traffic] ?? traffic}</Badge>,
  },
  {
    field: 'last_transaction_at',
    variant: 'second',
    cell: ({ last_transaction_at }) => time(last_transaction_at),
  },
  {
    field: 'first_seen_at',
    variant: 'second',
    hidden: true,
    cell: ({ first_seen_at }) => time(first_seen_at),
  },
  { field: 'previous_branch_code', hidden: true },
  { field: 'moved_at', variant: 'second', hidden: true, cell: ({ moved_at }) => time(moved_at) },
])

export const loadTerminals = (params: SearchParams) => loadRows(terminals, params)

export function TerminalsScreen() {
  return <LookupScreen table={terminals} list={TERMINALS} />
}
