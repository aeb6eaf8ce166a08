import type { Transaction } from '@backoffice/contract/inquiries'
import { MAX_SINGLE_RANGE_DAYS } from '@backoffice/contract/inquiry-criteria'
import { labelOfState } from '@backoffice/contract/objects'
import { TRANSACTION_STATUS_LABELS } from '@backoffice/contract/transactions'
import { useId } from 'react'
import type { WidgetField } from '../../kit/form/rule-form.ts'
import { hundredths } from '../../kit/format/format-amount.ts'
import { plural } from '../../kit/format/format-number.ts'
import { calendarDay } from '../../kit/format/format-time.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ageTone } from './case-words.ts'
import css from './new-case.module.css'
import type { TypedPurchase } from './new-case.ts'

type Props = {
  offered: readonly Transaction[]
  field: WidgetField<string[]>
  /** Case numbers of purchases that other open cases follow, by transaction. They cannot be chosen. */
  heldIn?: ReadonlyMap<string, string>
  /** Typed purchases that no transaction matches yet. */
  missing?: {
    typed: readonly TypedPurchase[]
    onRemove: (typed: TypedPurchase) => void
    onAdd: () => void
  }
}

const NONE_HELD: ReadonlyMap<string, string> = new Map()

/** Checkboxes of the card's purchases, and typed ones. */
export function ChosenPurchases({ offered, field, heldIn = NONE_HELD, missing }: Props) {
  const { value, onChange, error } = field
  const id = useId()
  const toggle = (transactionId: string, isChosen: boolean) =>
    onChange(isChosen ? [...value, transactionId] : value.filter((each) => each !== transactionId))
  return (
    <fieldset className={css.purchases} aria-describedby={`${id}-message`}>
      <legend>Purchases</legend>
      {offered.length === 0 && !missing?.typed.length && (
        <p className={css.none}>
          This card has no purchases of the last {MAX_SINGLE_RANGE_DAYS} days that a case could follow.
        </p>
      )}
      <ul>
        {offered.map((purchase) => (
          <li key={purchase.transaction_id}>
            <label className={css.purchase}>
              <input
                type="checkbox"
                name="transaction_ids"
                checked={value.includes(purchase.transaction_id)}
                disabled={heldIn.has(purchase.transaction_id)}
                onChange={({ target }) => toggle(purchase.transaction_id, target.checked)}
              />
              <Lines
                amount={purchase.amount}
                date={purchase.business_date}
                receipt={purchase.receipt_no}
                points={purchase.points}
                branch={[purchase.company_code, purchase.branch_code, purchase.branch_name]}
                posting={postingOf(purchase, heldIn.get(purchase.transaction_id))}
              />
            </label>
          </li>
        ))}
        {missing?.typed.map((purchase) => (
          <li key={`${purchase.branch_code} ${purchase.receipt_no}`} className={css.purchase}>
            <Button
              variant="quiet"
              icon={<Icon name="close" size={12} />}
              aria-label={`Remove ${purchase.receipt_no}`}
              onClick={() => missing.onRemove(purchase)}
            />
            <Lines
              amount={purchase.amount}
              date={purchase.business_date}
              receipt={purchase.receipt_no}
              points={purchase.points_expected ?? null}
              branch={[purchase.branch_code]}
              posting={{ text: 'Missing', tone: 'warn' }}
            />
          </li>
        ))}
      </ul>
      <Message id={id} error={error} hint={undefined} />
      {missing && (
        <div>
          <Button icon={<Icon name="plus" size={14} />} onClick={missing.onAdd}>
            Add a missing purchase
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function postingOf({ status, posting_age }: Transaction, caseNo: string | undefined) {
  if (caseNo !== undefined) return { text: `Already in ${caseNo}`, tone: undefined }
  const label = labelOfState(TRANSACTION_STATUS_LABELS, status)
  if (status === 'PENDING' && posting_age !== null)
    return { text: `${label}, ${plural(posting_age, 'working day')}`, tone: ageTone(posting_age) }
  return { text: label, tone: status === 'REJECTED' ? ('bad' as const) : undefined }
}

type LinesProps = {
  amount: number
  date: string
  receipt: string | null
  points: number | null
  branch: readonly (string | null)[]
  posting: { text: string; tone: 'bad' | 'warn' | undefined }
}

function Lines({ amount, date, receipt, points, branch, posting }: LinesProps) {
  return (
    <span className={css.lines}>
      <span>
        <span>
          <strong>₱ {hundredths(amount)}</strong> on {calendarDay(date)} <code>{receipt}</code>
        </span>
        <span>{points === null ? '' : `${hundredths(points)} points`}</span>
      </span>
      <span>
        <small>{branch.filter(Boolean).join(' ')}</small>
        <small data-tone={posting.tone}>{posting.text}</small>
      </span>
    </span>
  )
}
