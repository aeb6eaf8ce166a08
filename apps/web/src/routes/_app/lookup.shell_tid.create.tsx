import { terminals } from '@backoffice/contract/tables/terminals'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { TerminalCreateScreen } from '../../features/terminals/terminal-create-screen.tsx'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { backOf, fillOf } from '../../kit/record/record-links.ts'

export const Route = createFileRoute('/_app/lookup/shell_tid/create')({
  component: CreateTerminal,
  errorComponent: BrokenTerminal,
})

function CreateTerminal() {
  const search = Route.useSearch()
  return <TerminalCreateScreen from={search.from} fill={fillOf(search)} back={backOf(search)} />
}

function BrokenTerminal({ error }: ErrorComponentProps) {
  return <BrokenRecord table={terminals} error={error} />
}
