import { CASE_KIND_LABELS, CASE_KINDS } from '@backoffice/contract/case-values'
import { CASE_RULES, type CaseDetail, type CaseRow, caseEndpoints } from '@backoffice/contract/cases'
import type { CallInput } from '@backoffice/contract/endpoint'
import { checkTicket } from '@backoffice/contract/inquiry-criteria'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { calendarDay, today } from '../../kit/format/format-time.ts'
import { Conflict } from '../../kit/record/conflict.tsx'
import { ChangedNotice } from '../../kit/record/edit-notices.tsx'
import formCss from '../../kit/record/record-form.module.css'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { recordLink } from '../../kit/record/record-links.ts'
import { useVersionedForm } from '../../kit/record/use-versioned-form.ts'
import { call } from '../../net/call.ts'
import { DateField } from '../../ui/date/date-input.tsx'
import { TextField } from '../../ui/field.tsx'
import { KindField } from './case-fields.tsx'
import { fieldLabel } from './case-words.ts'
import { storeCaseRow } from './cases-queries.ts'
import { CASES, refreshCases } from './start/case-queries.ts'

type CaseValues = { kind: string; ticket_no: string; due_on: string }
type CaseChange = NonNullable<CallInput<typeof caseEndpoints.update>['body']>

const valuesOf = ({ kind, ticket_no, due_on }: CaseRow): CaseValues => ({ kind, ticket_no, due_on })

const fieldsOf = (base: CaseRow) => ({
  kind: CASE_RULES.kind,
  ticket_no: { ...CASE_RULES.ticket_no, check: checkTicket },
  due_on: {
    label: 'Due',
    rules: 'required',
    check: (value: string) =>
      value !== base.due_on && value < today() ? 'The due date is in the past' : undefined,
  },
})

/** The changed values; undefined without a change. */
function changeOf({ ticket_no, due_on, kind }: CaseValues, base: CaseRow): CaseChange | undefined {
  const known = CASE_KINDS.find((each) => each === kind)
  const change = {
    ...(known && known !== base.kind && { kind: known }),
    ...(ticket_no !== base.ticket_no && { ticket_no }),
    ...(due_on !== base.due_on && { due_on }),
  }
  return Object.keys(change).length > 0 ? { version: base.version, ...change } : undefined
}

/** Form for the kind, ticket and due date of an open case. */
export function EditCase({ found }: { found: CaseDetail }) {
  const navigate = useNavigate()
  const { id, case_no } = found
  const close = () => void navigate(recordLink(CASES, case_no))
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => fields.current?.querySelector<HTMLElement>('select, input')?.focus(), [])
  const { form, newer, compare, conflict, before, values, openedAtMs } = useVersionedForm<
    CaseRow,
    CaseValues,
    CaseChange
  >({
    record: found,
    permission: 'case:update',
    valuesOf,
    fields: fieldsOf,
    changeOf,
    run: (body) => call(caseEndpoints.update, { params: { id }, body }),
    successText: `${case_no} saved`,
    store: storeCaseRow,
    refresh: refreshCases,
    saved: close,
  })
  return (
    <>
      <RecordForm
        label={`Details of ${case_no}`}
        form={form}
        permission="case:update"
        notices={
          newer && <ChangedNotice version={newer} actor="Someone else" onShow={() => compare(newer)} />
        }
        onCancel={close}
      >
        <div ref={fields} className={formCss.fields}>
          <KindField field={form.field('kind')} />
          <TextField {...form.field('ticket_no')} data-variant="code" spellCheck={false} maxLength={60} />
          <DateField {...form.date('due_on')} />
        </div>
      </RecordForm>
      {conflict && (
        <Conflict
          {...conflict}
          noun="case"
          record={case_no}
          actor={undefined}
          openedAtMs={openedAtMs}
          versions={{ base: before, mine: values(), theirs: valuesOf(conflict.theirs) }}
          labelOf={fieldLabel}
          shown={shownValue}
          onSave={(result) => conflict.onSave({ ...valuesOf(conflict.theirs), ...result })}
        />
      )}
    </>
  )
}

function shownValue(name: string, value: string): string {
  if (name === 'due_on' && /^\d{4}-\d\d-\d\d$/.test(value)) return calendarDay(value)
  const kind = CASE_KINDS.find((each) => each === value)
  return kind ? CASE_KIND_LABELS[kind] : value
}
