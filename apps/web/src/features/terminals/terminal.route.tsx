import { terminals } from '@backoffice/contract/tables/terminals'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { recordQuery } from '../../kit/record/record-queries.ts'
import { RecordScreen } from '../../kit/record/record-screen.tsx'
import { prefetch } from '../../net/query-client.ts'
import { TerminalMoves } from './terminal-moves.tsx'

export const Route = createFileRoute('/_app/lookup/shell_tid/$id')({
  loader: ({ params }) => prefetch(recordQuery(terminals, params.id)),
  component: Terminal,
  errorComponent: BrokenTerminal,
})

function Terminal() {
  const { id } = Route.useParams()
  const { tab } = Route.useSearch()
  return (
    <RecordScreen
      table={terminals}
      id={id}
      tab={tab}
      more={(row) => [
        { id: 'moves', label: 'Moves', panel: () => <TerminalMoves id={row.id} version={row.version} /> },
      ]}
    />
  )
}

function BrokenTerminal({ error }: ErrorComponentProps) {
  return <BrokenRecord table={terminals} error={error} />
}
