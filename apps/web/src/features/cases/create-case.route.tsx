import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenRecord } from '../../kit/record/record-pane.tsx'
import { CreateCase } from './create-case.tsx'
import { CASES } from './start/case-queries.ts'

export const Route = createFileRoute('/_app/cases/create')({
  component: CreateCase,
  errorComponent: BrokenCase,
})

function BrokenCase({ error }: ErrorComponentProps) {
  return <BrokenRecord table={CASES} error={error} />
}
