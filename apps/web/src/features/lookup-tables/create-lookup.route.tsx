import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenTableRecord, CreateTableRecord } from './table-record.tsx'

export const Route = createFileRoute('/_app/lookup/$table/create')({
  component: CreateLookupRecord,
  errorComponent: BrokenLookupRecord,
})

function CreateLookupRecord() {
  return <CreateTableRecord path={`/lookup/${Route.useParams().table}`} search={Route.useSearch()} />
}

function BrokenLookupRecord({ error }: ErrorComponentProps) {
  return <BrokenTableRecord path={`/lookup/${Route.useParams().table}`} error={error} />
}
