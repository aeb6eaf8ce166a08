import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { CreateCase } from '../../features/cases/create-case.tsx'
import { CASES } from '../../features/cases/start/case-queries.ts'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'

export const Route = createFileRoute('/_app/cases/create')({
  component: CreateCase,
  errorComponent: BrokenCase,
})

function BrokenCase({ error }: ErrorComponentProps) {
  return <BrokenRecord table={CASES} error={error} />
}
