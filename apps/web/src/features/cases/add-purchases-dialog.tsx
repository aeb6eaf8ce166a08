import { MAX_PURCHASES } from '@backoffice/contract/case-values'
import type { CaseDetail, caseEndpoints } from '@backoffice/contract/cases'
import type { CallInput } from '@backoffice/contract/endpoint'
import type { InquiryResult, Transaction } from '@backoffice/contract/inquiries'
import { MAX_SINGLE_RANGE_DAYS } from '@backoffice/contract/inquiry-criteria'
import { useState } from 'react'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { useWrite } from '../../kit/form/use-write.ts'
import { plural } from '../../kit/format/format-number.ts'
import { ChosenPurchases } from './chosen-purchases.tsx'
import { useHeldNotice } from './missing-purchase-dialog.tsx'
import { lookUpPurchases } from './new-case.ts'
import { followedPurchases, isLate, offeredPurchases } from './start/offered-purchases.ts'

type Body = NonNullable<CallInput<typeof caseEndpoints.addPurchases>['body']>
export type AddedPurchases = Pick<Body, 'transaction_ids' | 'typed'>

type Props = {
  found: CaseDetail
  /** May reject with a refusal, which the form shows. */
  onAdd: (added: AddedPurchases) => Promise<unknown>
  onClose: () => void
}

const TITLE = 'Add purchases'

/** Looks up the purchases of the case's card, and then adds the chosen ones. */
export function AddPurchasesDialog(props: Props) {
  const [result, setResult] = useState<InquiryResult>()
  return result ? (
    <ChooseDialog {...props} result={result} />
  ) : (
    <LookUpDialog {...props} onFound={setResult} />
  )
}

function LookUpDialog({ found, onFound, onClose }: Props & { onFound: (result: InquiryResult) => void }) {
  const { card_id, card, ticket_no } = found
  const lookUp = useWrite({ run: lookUpPurchases, showsError: true })
  const form = useRuleForm({
    fields: {},
    values: {},
    submit: async () => {
      const result = await lookUp.send({ card_id, ticket_no })
      if (offeredTo(found, result).length === 0)
        throw new FormError(`This card has no other purchases of the last ${MAX_SINGLE_RANGE_DAYS} days.`)
      return result
    },
    saved: (_, result) => onFound(result),
    confirmLeave: false,
  })
  return (
    <FormDialog
      form={form}
      title={TITLE}
      message={`Looks up the purchases of card ${card} of the last ${MAX_SINGLE_RANGE_DAYS} days. The look-up is recorded as an inquiry for ticket ${ticket_no}, with the purpose Member complaint.`}
      yes="Look up purchases"
      onClose={onClose}
    >
      {null}
    </FormDialog>
  )
}

function ChooseDialog({ found, result, onAdd, onClose }: Props & { result: InquiryResult }) {
  const held = useHeldNotice()
  const offered = offeredTo(found, result)
  // Purchases of the case itself are not offered.
  const heldIn = followedPurchases(result.cases)
  const room = MAX_PURCHASES - found.purchases.length
  const form = useRuleForm<{ transaction_ids: string[] }>({
    fields: {
      transaction_ids: {
        label: 'Purchases',
        check: ({ length }) =>
          length === 0
            ? 'Choose at least one purchase.'
            : length > room
              ? `A case has at most ${MAX_PURCHASES} purchases. Choose at most ${room}.`
              : undefined,
      },
    },
    values: {
      transaction_ids: offered
        .filter((purchase) => isLate(purchase) && !heldIn.has(purchase.transaction_id))
        .map(({ transaction_id }) => transaction_id)
        .slice(0, room),
    },
    submit: ({ transaction_ids }) => held.submit(() => onAdd({ transaction_ids })),
    saved: onClose,
    confirmLeave: false,
  })
  const chosen = form.watch('transaction_ids').length
  return (
    <FormDialog
      form={form}
      title={TITLE}
      message={`Card ${found.card}, without the purchases that are already in ${found.case_no}.`}
      yes={chosen > 0 ? `Add ${plural(chosen, 'purchase')}` : 'Add'}
      onClose={onClose}
    >
      {held.notice}
      <ChosenPurchases offered={offered} heldIn={heldIn} field={form.widget('transaction_ids')} />
    </FormDialog>
  )
}

/** Purchases that the case does not have yet. */
function offeredTo({ purchases }: CaseDetail, { items }: InquiryResult): Transaction[] {
  const own = new Set(purchases.map(({ transaction_id }) => transaction_id))
  return offeredPurchases(items).filter(({ transaction_id }) => !own.has(transaction_id))
}
