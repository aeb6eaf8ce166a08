import { CASE_RULES } from '@backoffice/contract/cases'
import type { InquiryResult } from '@backoffice/contract/inquiries'
import { checkCardNumber, checkTicket, MAX_SINGLE_RANGE_DAYS } from '@backoffice/contract/inquiry-criteria'
import { createFileRoute, type ErrorComponentProps, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import formCss from '../../kit/record/record-form.module.css'
import { RecordForm } from '../../kit/record/record-form.tsx'
import { listLink } from '../../kit/record/record-links.ts'
import { BrokenRecord, RecordPane } from '../../kit/record/record-pane.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { lookUpPurchases } from './new-case.ts'
import { NewCaseForm } from './new-case-form.tsx'
import { CASES } from './start/case-queries.ts'
import { type CaseStart, takeCaseStart } from './start/case-start.ts'
import { followedPurchases, isLate, offeredPurchases } from './start/offered-purchases.ts'

export const Route = createFileRoute('/_app/cases/create')({
  component: CreateCase,
  errorComponent: BrokenCase,
})

const back = listLink(CASES)

/** Opens a case for a card from an inquiry, or for one that is looked up here. */
function CreateCase() {
  const [start, setStart] = useState<CaseStart | undefined>(takeCaseStart)
  // Kept for the look-up of another card.
  const [ticket, setTicket] = useState('')
  return (
    <RecordPane heading="Open case" title="Open case" back={back}>
      {start ? (
        <NewCaseForm
          start={start}
          onOtherCard={(ticketNo) => {
            setTicket(ticketNo)
            setStart(undefined)
          }}
        />
      ) : (
        <LookUpForm ticketNo={ticket} onFound={setStart} />
      )}
    </RecordPane>
  )
}

type Props = { ticketNo: string; onFound: (start: CaseStart) => void }
type LookUp = { card_number: string; ticket_no: string }

const NOT_FOUND = 'This card is not in our records. Compare the number with the card.'

/** Finds the card of a new case by running an inquiry. */
function LookUpForm({ ticketNo, onFound }: Props) {
  const navigate = useNavigate()
  const lookUp = useWrite({ run: lookUpPurchases })
  const form = useRuleForm<LookUp, CaseStart>({
    fields: {
      card_number: { label: 'Card number', rules: 'required', check: checkCardNumber },
      ticket_no: { ...CASE_RULES.ticket_no, check: checkTicket },
    },
    values: { card_number: '', ticket_no: ticketNo },
    submit: async (values) => startOf(await lookUp.send(values)),
    saved: (_, start) => onFound(start),
    confirmLeave: false,
  })
  return (
    <RecordForm
      label="Card of the new case"
      form={form}
      permission={['case:create', 'inquiry:run']}
      yes="Look up card"
      unsaved=""
      notices={
        <Notice tone="info">
          The look-up is recorded as an inquiry of the last {MAX_SINGLE_RANGE_DAYS} days, with the purpose
          Member complaint.
        </Notice>
      }
      onCancel={() => void navigate(listLink(CASES))}
    >
      <div className={formCss.fields}>
        <TextField
          {...form.field('card_number')}
          data-variant="code"
          inputMode="numeric"
          spellCheck={false}
          maxLength={60}
        />
        <TextField {...form.field('ticket_no')} data-variant="code" spellCheck={false} maxLength={60} />
      </div>
    </RecordForm>
  )
}

/** Throws if there is no such card. Late purchases that no open case follows are preselected. */
function startOf({ cards, items, cases, ticket_no }: InquiryResult): CaseStart {
  const [card] = cards
  if (!card) throw new FormError('', { fields: [{ field: 'card_number', message: NOT_FOUND }] })
  const caseOf = followedPurchases(cases)
  return {
    card_id: card.card_id,
    card: card.card,
    transactions: items,
    transaction_ids: offeredPurchases(items)
      .filter((purchase) => isLate(purchase) && !caseOf.has(purchase.transaction_id))
      .map(({ transaction_id }) => transaction_id),
    ticket_no,
  }
}

function BrokenCase({ error }: ErrorComponentProps) {
  return <BrokenRecord table={CASES} error={error} />
}
