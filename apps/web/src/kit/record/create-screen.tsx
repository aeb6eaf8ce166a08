import { type TableDeclaration, tablePermission } from '@backoffice/contract/table'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useRuleForm } from '../form/use-rule-form.ts'
import { useWrite } from '../form/use-write.ts'
import { setLastRow } from '../navigation/open-record.ts'
import { useDraft } from './edit-notices.tsx'
import { formFields } from './form-fields.ts'
import { useLinkedErrors } from './linked-errors.tsx'
import { type FormValues, RecordFields } from './record-fields.tsx'
import { type AfterSave, RecordForm } from './record-form.tsx'
import { listLink } from './record-links.ts'
import { RecordPane } from './record-pane.tsx'
import { isGone, RecordContent } from './record-problems.tsx'
import { createRow, refreshAfterWrite, storeRows, useRecord } from './record-queries.ts'
import { useReferenceNames } from './references.ts'
import { duplicateOf, emptyValues, inputOf, recordFields, titleOf } from './rows.ts'

type Props = {
  table: TableDeclaration
  /** Id of the row to duplicate. */
  from?: string | undefined
  /** Known values of a new record. */
  fill?: Readonly<Record<string, string>>
  /** Target when the form is saved or left; default: its list. */
  back?: LinkProps | undefined
}

/** A new record of a lookup table next to its list; a duplicate copies what rows can share. */
export function CreateScreen({ table, from, fill, back = listLink(table) }: Props) {
  const query = useRecord(table, from)
  return (
    <RecordPane
      heading={`Create ${table.noun}`}
      title={`Create ${table.noun}`}
      isMissing={!query.data && isGone(query)}
      back={back}
    >
      {from === undefined ? (
        <CreateForm {...{ table, back }} values={{ ...emptyValues(table), ...fill }} />
      ) : (
        <RecordContent keepsGone query={query} noun={table.noun} title={table.title} back={back} hasUndo>
          {(row) => <CreateForm key={from} {...{ table, back }} values={duplicateOf(table, row)} />}
        </RecordContent>
      )}
    </RecordPane>
  )
}

type FormProps = { table: TableDeclaration; values: FormValues; back: LinkProps }

function CreateForm({ table, values, back }: FormProps) {
  const navigate = useNavigate()
  const fields = recordFields(table)
  const next = useRef<AfterSave>('close')
  const { linked, linkErrors } = useLinkedErrors(table)
  const write = useWrite({
    isRepeatable: true,
    run: (entered: FormValues, key) => createRow(table, inputOf(table, entered), key),
    successText: (row) => `${titleOf(table, row)} created`,
    store: (row) => {
      storeRows(table, [row])
      setLastRow(row.id)
    },
    // The refreshed list has the row that takes the focus.
    refresh: () => refreshAfterWrite(table),
    awaitsRefresh: true,
  })
  const form = useRuleForm<FormValues>({
    fields: formFields(table),
    values,
    submit: (entered) => write.send(entered).catch(linkErrors),
    saved: () => {
      if (next.current === 'close') return void navigate(back)
      form.reset(emptyValues(table))
      focusFirst(form.element.ref.current)
    },
    sent: () => void navigate(back),
  })
  const names = useReferenceNames(table, fields, (name) => [form.watch(name) ?? ''])
  useDraft(table, form.set)
  return (
    <RecordForm
      label={`Details of the new ${table.noun}`}
      form={form}
      permission={tablePermission(table, 'create')}
      onCancel={() => void navigate(back)}
      next={next}
    >
      <RecordFields table={table} form={form} lockOf={() => undefined} {...{ names, linked }} />
    </RecordForm>
  )
}

function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('input, select, textarea')?.focus()
}
