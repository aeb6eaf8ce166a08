import { isKeyOf } from '@backoffice/contract/objects'
import { terminals } from '@backoffice/contract/tables/terminals'
import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '../../kit/access/guards.ts'
import { formatDateTime } from '../../kit/format/format-time.ts'
import { listParams, type SearchParams } from '../../kit/list/list-search.ts'
import { recordParams } from '../../kit/record/record-links.ts'
import { type Row, textOf } from '../../kit/record/rows.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyValue } from '../../ui/card.tsx'
import { LookupScreen, loadRows } from '../lookup-tables/lookup-screen.tsx'
import { lookupList } from '../lookup-tables/table-columns.tsx'

export const Route = createFileRoute('/_app/lookup/shell_tid')({
  validateSearch: (params) => ({ ...listParams(params), ...recordParams(params) }),
  beforeLoad: () => requirePermission('terminal:view'),
  loaderDeps: ({ search }) => search,
  // Not awaited, because the screen shows its own loading and error states.
  loader: ({ deps }) => loadTerminals(deps),
  component: TerminalsScreen,
})

const TONES = { SEEN: 'ok', SILENT: 'warn', QUIET: 'quiet', NEVER: 'quiet' } as const
const TRAFFIC: Readonly<Record<string, string>> = terminals.derived?.traffic.options ?? {}

const time = (field: 'last_transaction_at' | 'first_seen_at' | 'moved_at') => ({
  field,
  variant: 'second' as const,
  cell: (row: Row) => {
    const at = textOf(row, field)
    return at ? <time dateTime={at}>{formatDateTime(at)}</time> : <EmptyValue />
  },
})

const TERMINALS = lookupList(terminals, [
  { field: 'terminal_id', always: true, inNarrowList: true, card: 'title' },
  { field: 'company_code', inNarrowList: true },
  { field: 'branch_code', inNarrowList: true },
  {
    field: 'traffic',
    cell: (row) => {
      const traffic = textOf(row, 'traffic')
      const tone = isKeyOf(TONES, traffic) ? TONES[traffic] : 'quiet'
      return traffic && <Badge tone={tone}>{TRAFFIC[traffic] ?? traffic}</Badge>
    },
  },
  time('last_transaction_at'),
  { ...time('first_seen_at'), hidden: true },
  { field: 'previous_branch_code', hidden: true },
  { ...time('moved_at'), hidden: true },
])

const loadTerminals = (params: SearchParams) => loadRows(terminals, params)

function TerminalsScreen() {
  return <LookupScreen list={TERMINALS} />
}
