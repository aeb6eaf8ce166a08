import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { FormError } from '../../kit/form/form-error.ts'
import { useRuleForm } from '../../kit/form/use-rule-form.ts'
import { today } from '../../kit/format/format-time.ts'
import { recordLink } from '../../kit/record/record-links.ts'
import { ApiError } from '../../net/api-error.ts'
import { DateField } from '../../ui/date/date-input.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { readHundredths, type TypedPurchase } from './new-case.ts'
import { CASES } from './start/case-queries.ts'

type Props = {
  /** May reject with a refusal, which the form shows. */
  onAdd: (purchase: TypedPurchase) => unknown
  onClose: () => void
}

const NOT_AN_AMOUNT = 'Enter an amount such as 1,250.00'
const checkAmount = (text: string) => (readHundredths(text) ? undefined : NOT_AN_AMOUNT)
const checkPoints = (text: string) =>
  text === '' || readHundredths(text) !== undefined ? undefined : 'Enter points such as 12.50'

/** Form for a purchase that no load has brought yet. */
export function MissingPurchaseDialog({ onAdd, onClose }: Props) {
  const held = useHeldNotice()
  const form = useRuleForm({
    fields: {
      business_date: {
        label: 'Business date',
        rules: 'required',
        check: (value: string) => (value > today() ? 'The date is in the future' : undefined),
      },
      branch_code: { label: 'Branch code', rules: 'required|max:6' },
      receipt_no: { label: 'Receipt number', rules: 'required|max:20' },
      amount: { label: 'Amount', rules: 'required', check: checkAmount },
      points_expected: { label: 'Points expected', check: checkPoints },
    },
    values: { business_date: '', branch_code: '', receipt_no: '', amount: '', points_expected: '' },
    submit: ({ amount, points_expected, ...purchase }) =>
      held.submit(async () =>
        onAdd({
          ...purchase,
          amount: readHundredths(amount) ?? 0,
          points_expected: readHundredths(points_expected) ?? null,
        }),
      ),
    saved: onClose,
    confirmLeave: false,
  })
  return (
    <FormDialog
      form={form}
      title="Add a missing purchase"
      message="It is matched when a load brings a transaction with this card, branch and receipt."
      yes="Add"
      onClose={onClose}
    >
      {held.notice}
      <DateField {...form.date('business_date')} max={today()} />
      <TextField {...form.field('branch_code')} spellCheck={false} maxLength={10} />
      <TextField {...form.field('receipt_no')} spellCheck={false} maxLength={30} />
      <TextField {...form.field('amount')} inputMode="decimal" hint="In pesos" maxLength={20} />
      <TextField {...form.field('points_expected')} inputMode="decimal" maxLength={20} />
    </FormDialog>
  )
}

/** A purchase that another open case follows. `caseNo` is undefined if the user may not see that case. */
type HeldPurchase = { message: string; caseNo: string | undefined }

/** Reads the refusal of a purchase that is already in a case; undefined for other errors. */
function heldPurchase(error: unknown): HeldPurchase | undefined {
  if (!(error instanceof ApiError) || error.code !== 'purchase_in_case') return undefined
  // With a link only for those who may see the case.
  const [holder] = error.usedBy ?? []
  return { message: error.message, caseNo: holder?.link ? holder.label : undefined }
}

/** Shows the refusal of a purchase that another case follows with a link to that case, instead of a form error. */
export function useHeldNotice(): {
  notice: ReactNode
  submit: <Result>(send: () => Promise<Result>) => Promise<Result>
} {
  const [held, setHeld] = useState<HeldPurchase>()
  return {
    notice: held && <HeldNotice held={held} />,
    submit: async (send) => {
      setHeld(undefined)
      try {
        return await send()
      } catch (error) {
        const found = heldPurchase(error)
        if (!found) throw error
        setHeld(found)
        throw new FormError('')
      }
    },
  }
}

function HeldNotice({ held: { message, caseNo } }: { held: HeldPurchase }) {
  return (
    <Notice
      tone="bad"
      live
      action={caseNo !== undefined && <Link {...recordLink(CASES, caseNo)}>Open {caseNo}</Link>}
    >
      {message}
    </Notice>
  )
}
