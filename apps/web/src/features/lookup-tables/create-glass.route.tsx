import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { BrokenTableRecord, CreateTableRecord } from './table-record.tsx'

export const Route = createFileRoute('/_app/glass/$table/create')({
  component: CreateGlassRecord,
  errorComponent: BrokenGlassRecord,
})

function CreateGlassRecord() {
  return <CreateTableRecord path={`/glass/${Route.useParams().table}`} search={Route.useSearch()} />
}

function BrokenGlassRecord({ error }: ErrorComponentProps) {
  return <BrokenTableRecord path={`/glass/${Route.useParams().table}`} error={error} />
}
