import { terminals } from '@backoffice/contract/tables/terminals'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { backOf, fillOf } from '../../kit/record/record-links.ts'
import { BrokenRecord } from '../../kit/record/record-pane.tsx'
import { TerminalCreateScreen } from './terminal-create-screen.tsx'

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
