import type { TableRow } from '@backoffice/contract/table'
import { terminals } from '@backoffice/contract/tables/terminals'
import { terminalEndpoints } from '@backoffice/contract/terminals'
import {
  createFileRoute,
  type ErrorComponentProps,
  type LinkProps,
  useNavigate,
  useSearch,
} from '@tanstack/react-router'
import { useRef } from 'react'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { setLastRow } from '../../kit/navigation/open-record.ts'
import { useDraft } from '../../kit/record/edit-notices.tsx'
import { formFields } from '../../kit/record/form-fields.ts'
import { useLinkedErrors } from '../../kit/record/linked-errors.tsx'
import { useMoveQuestion } from '../../kit/record/move-dialog.tsx'
import { type FormValues, RecordFields } from '../../kit/record/record-fields.tsx'
import { type AfterSave, RecordForm } from '../../kit/record/record-form.tsx'
import { backOf, fillOf, listLink, type RecordParams } from '../../kit/record/record-links.ts'
import { BrokenRecord, RecordPane } from '../../kit/record/record-pane.tsx'
import { LoadingRecord } from '../../kit/record/record-problems.tsx'
import { refreshAfterWrite, storeRows, useRecord } from '../../kit/record/record-queries.ts'
import { useReferenceNames } from '../../kit/record/references.ts'
import { type Row, recordFields, textOf } from '../../kit/record/rows.ts'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'

export const Route = createFileRoute('/_app/lookup/shell_tid/create')({
  component: CreateTerminal,
  errorComponent: BrokenTerminal,
})

function BrokenTerminal({ error }: ErrorComponentProps) {
  return <BrokenRecord table={terminals} error={error} />
}

const FIELDS = Object.keys(terminals.fields)

/** Creates a terminal, or moves an existing one after a confirmation. */
function CreateTerminal() {
  const search: RecordParams = useSearch({ strict: false })
  const back = backOf(search) ?? listLink(terminals)
  // `from` is the terminal to copy the branch from.
  const { data, isLoading } = useRecord(terminals, search.from)
  const place = (name: string) => (data ? textOf(data, name) : '')
  const values = {
    ...{ terminal_id: '', company_code: place('company_code'), branch_code: place('branch_code') },
    ...Object.fromEntries(Object.entries(fillOf(search)).filter(([name]) => FIELDS.includes(name))),
  }
  return (
    <RecordPane heading="Create terminal" title="Create terminal" back={back}>
      {isLoading ? <LoadingRecord /> : <TerminalForm values={values} back={back} />}
    </RecordPane>
  )
}

function TerminalForm({ values, back }: { values: FormValues; back: LinkProps }) {
  const navigate = useNavigate()
  const next = useRef<AfterSave>('close')
  const { linked, linkErrors } = useLinkedErrors(terminals)
  const move = useMoveQuestion(terminals)
  const rules = Object.entries(formFields(terminals)).filter(([name]) => FIELDS.includes(name))
  const write = useWrite({
    run: (entered: FormValues) => put(entered, move.confirm),
    successText: ({ result, row }) =>
      `${row.terminal_id} ${SAID[result]} ${row.company_code} ${row.branch_code}`,
    store: ({ row }) => {
      storeRows(terminals, [row as unknown as Row])
      setLastRow(row.id)
    },
    // The list must contain the row before it gets the focus.
    refresh: () => refreshAfterWrite(terminals),
    awaitsRefresh: true,
  })
  const form = useRuleForm<FormValues>({
    fields: Object.fromEntries(rules),
    values,
    submit: (entered) => write.send(entered).catch(linkErrors),
    saved: (entered) => {
      if (next.current === 'close') return void navigate(back)
      // The next terminal is often in the same branch.
      form.reset({ ...entered, terminal_id: '' })
      form.element.ref.current?.querySelector<HTMLElement>('input')?.focus()
    },
    sent: () => void navigate(back),
  })
  const names = useReferenceNames(terminals, recordFields(terminals), (name) => [form.watch(name) ?? ''])
  useDraft(terminals, form.set)
  return (
    <>
      <RecordForm
        label="Details of the new terminal"
        form={form}
        permission="terminal:upsert"
        onCancel={() => void navigate(back)}
        next={next}
      >
        <RecordFields
          table={terminals}
          form={form}
          only={FIELDS}
          lockOf={() => undefined}
          {...{ names, linked }}
        />
      </RecordForm>
      {move.dialog}
    </>
  )
}

const SAID = { created: 'created in', unchanged: 'is already in', moved: 'moved to' } as const

/** Confirms the move of a terminal, and again if it was moved in the meantime. */
async function put(entered: FormValues, confirmMove: ReturnType<typeof useMoveQuestion>['confirm']) {
  const { terminal_id = '', company_code = '', branch_code = '' } = entered
  const query = { terminal_id, company_code, branch_code }
  for (let version: number | undefined; ; ) {
    try {
      return await call(terminalEndpoints.upsert, { query, version })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'terminal_would_move' || !error.current) throw error
      // `current` is the stored row.
      const row = error.current as TableRow<typeof terminals>
      const before = {
        terminal_id: row.terminal_id,
        company_code: row.company_code,
        branch_code: row.branch_code,
      }
      if (!(await confirmMove({ before, after: query }))) throw new FormError('')
      version = row.version
    }
  }
}
