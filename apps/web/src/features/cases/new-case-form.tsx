import { may } from '@backoffice/contract/access'
import { MAX_NOTE_LENGTH, MAX_PURCHASES } from '@backoffice/contract/case-values'
import { CASE_RULES, type CaseDetail, caseEndpoints } from '@backoffice/contract/cases'
import { checkTicket } from '@backoffice/contract/inquiry-criteria'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { today } from '../../kit/format/format-time.ts'
import { setLastRow } from '../../kit/navigation/open-record.ts'
import formCss from '../../kit/record/record-form.module.css'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { listLink, recordLink } from '../../kit/record/record-links.ts'
import { LoadingRecord } from '../../kit/record/record-problems.tsx'
import { ApiError } from '../../net/api-error.ts'
import { call } from '../../net/call.ts'
import { useUser } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { CardNumber } from '../../ui/card-number.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { DateField } from '../../ui/date/date-input.tsx'
import { TextField } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { KindField, type Person, PersonField } from './case-fields.tsx'
import { storeCase } from './cases-queries.ts'
import { ChosenPurchases } from './chosen-purchases.tsx'
import { MissingPurchaseDialog, useHeldNotice } from './missing-purchase-dialog.tsx'
import css from './new-case.module.css'
import { bodyOf, kindOf, type NewCase } from './new-case.ts'
import { CASES, ownPersonQuery, refreshCases } from './start/case-queries.ts'
import type { CaseStart } from './start/case-start.ts'
import { offeredPurchases } from './start/offered-purchases.ts'

type Props = { start: CaseStart; onOtherCard: (ticketNo: string) => void }

/** Waits for the user as an assignee, who is chosen first. */
export function NewCaseForm(props: Props) {
  const user = useUser()
  const mayAssignOwn = may(user, 'case:update')
  const { data: own = null, isPending } = useQuery({ ...ownPersonQuery, enabled: mayAssignOwn })
  if (mayAssignOwn && isPending) return <LoadingRecord />
  return <CaseForm {...props} own={own} />
}

function CaseForm({ start, onOtherCard, own }: Props & { own: Person | null }) {
  const navigate = useNavigate()
  const mayAssign = may(useUser(), 'case:assign')
  const [isAdding, setAdding] = useState(false)
  const held = useHeldNotice()
  const offered = offeredPurchases(start.transactions)
  const open = useWrite({
    isRepeatable: true,
    run: (values: NewCase, idempotencyKey) =>
      call(caseEndpoints.create, { body: bodyOf(values, start.card_id, offered), idempotencyKey }),
    successText: ({ case_no }) => `${case_no} opened`,
    store: (found) => {
      storeCase(found)
      setLastRow(found.case_no)
    },
    refresh: refreshCases,
  })
  const form = useRuleForm<NewCase, CaseDetail>({
    fields: {
      kind: { ...CASE_RULES.kind, rules: '' },
      ticket_no: { ...CASE_RULES.ticket_no, check: checkTicket },
      due_on: {
        label: 'Due',
        check: (value) => (value !== '' && value < today() ? 'The due date is in the past' : undefined),
      },
      assignee: { label: 'Assignee' },
      note: { label: 'Note', rules: `max:${MAX_NOTE_LENGTH}` },
      transaction_ids: {
        label: 'Purchases',
        check: (ids, { typed }) =>
          ids.length + typed.length > MAX_PURCHASES
            ? `A case has at most ${MAX_PURCHASES} purchases.`
            : undefined,
        reads: ['typed'],
      },
      typed: { label: 'Missing purchases' },
    },
    values: {
      kind: start.kind ?? '',
      ticket_no: start.ticket_no,
      due_on: '',
      assignee: own,
      note: '',
      transaction_ids: [...start.transaction_ids],
      typed: [],
    },
    submit: (values) => held.submit(() => open.send(values).catch(withAssigneeField)),
    saved: (_, { case_no }) => void navigate({ ...recordLink(CASES, case_no), replace: true }),
  })
  const values = form.watchAll()
  const assignee = form.widget('assignee')
  const purchases = form.widget('transaction_ids')
  return (
    <>
      <RecordForm
        label="Details of the new case"
        form={form}
        permission="case:create"
        yes="Open case"
        unsaved=""
        notices={held.notice}
        onCancel={() => void navigate(listLink(CASES))}
      >
        <div className={formCss.fields}>
          <div className={css.card}>
            <span className={css.number}>
              <CardNumber masked={start.card} />
            </span>
            <Button variant="quiet" onClick={() => onOtherCard(values.ticket_no)}>
              Another card
            </Button>
          </div>
          <ChosenPurchases
            offered={offered}
            field={purchases}
            missing={{
              typed: values.typed,
              onRemove: (removed) =>
                form.set(
                  'typed',
                  values.typed.filter((each) => each !== removed),
                ),
              onAdd: () => setAdding(true),
            }}
          />
          <KindField
            field={{ ...form.field('kind'), optional: false }}
            suggested={kindOf({ ...values, kind: '' }, offered)}
          />
          <TextField {...form.field('ticket_no')} data-variant="code" spellCheck={false} maxLength={60} />
          <DateField
            {...form.date('due_on')}
            min={today()}
            hint="Without a date: five working days from today"
          />
          {mayAssign ? (
            <PersonField field={assignee} hint="A user who may update cases" />
          ) : (
            own && (
              <Checkbox
                label="Assign to me"
                name="assignee"
                checked={assignee.value !== null}
                onChange={({ target }) => assignee.onChange(target.checked ? own : null)}
              />
            )
          )}
          <TextArea
            {...form.field('note')}
            hint="Card numbers are masked in notes."
            maxLength={MAX_NOTE_LENGTH}
          />
        </div>
      </RecordForm>
      {isAdding && (
        <MissingPurchaseDialog
          onAdd={(added) => form.set('typed', [...values.typed, added])}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

/** Shows a refused assignee at its field. */
function withAssigneeField(error: unknown): never {
  if (!(error instanceof ApiError)) throw error
  const fields = error.fields.map((each) =>
    each.field.endsWith('assignee_id') ? { ...each, field: 'assignee' } : each,
  )
  throw Object.assign(error, { fields })
}
