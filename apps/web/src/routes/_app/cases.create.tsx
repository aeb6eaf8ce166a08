import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { CASES } from '../../cases/case-queries.ts'
import { BrokenRecord } from '../../kit/record/broken-record.tsx'
import { CreateCase } from '../../screens/cases/create-case.tsx'

export const Route = createFileRoute('/_app/cases/create')({
  component: CreateCase,
  errorComponent: BrokenCase,
})

function BrokenCase({ error }: ErrorComponentProps) {
  return <BrokenRecord table={CASES} error={error} />
}
