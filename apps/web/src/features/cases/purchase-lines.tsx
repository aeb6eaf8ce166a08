import type { CasePurchase } from '@backoffice/contract/cases'
import { labelOfState } from '@backoffice/contract/objects'
import { TRANSACTION_STATUS_LABELS, type TransactionStatus } from '@backoffice/contract/transactions'
import { hundredths } from '../../kit/format/format-amount.ts'
import { plural } from '../../kit/format/format-number.ts'
import { calendarDay, day, formatTime } from '../../kit/format/format-time.ts'
import { ageTone } from './case-words.ts'
import css from './cases.module.css'

const TONES: Readonly<Record<TransactionStatus, 'ok' | 'bad' | undefined>> = {
  POSTED: 'ok',
  PENDING: undefined,
  REVERSED: undefined,
  REJECTED: 'bad',
}

/** `Pending, 25 working days`, `Posted 23 Nov 2026` */
export function postingOf({ posting }: Pick<CasePurchase, 'posting'>) {
  if (!posting) return { text: 'Not received yet', tone: 'warn' as const }
  const { status, posting_age, posted_at, reject_reason } = posting
  const label = labelOfState(TRANSACTION_STATUS_LABELS, status)
  if (status === 'PENDING' && posting_age !== null)
    return { text: `${label}, ${plural(posting_age, 'working day')}`, tone: ageTone(posting_age) }
  if (status === 'POSTED' && posted_at) return { text: `${label} ${day(posted_at)}`, tone: TONES[status] }
  const text = status === 'REJECTED' && reject_reason ? `${label}: ${reject_reason}` : label
  return { text, tone: TONES[status] }
}

/** Points as posted, or as expected before. */
export const pointsOf = ({ posting, points_expected }: CasePurchase) =>
  posting?.status === 'POSTED' ? posting.points : points_expected

/** Company, branch and its name. */
export const branchOf = ({ company_code, branch_code, branch_name }: BranchParts) =>
  [company_code, branch_code, branch_name].filter(Boolean).join(' ')
type BranchParts = Pick<CasePurchase, 'company_code' | 'branch_code' | 'branch_name'>

/** Purchases of a case, each in two lines. */
export function PurchaseLines({ purchases }: { purchases: readonly CasePurchase[] }) {
  return (
    <ul className={css.purchases}>
      {purchases.map((purchase) => {
        const { text, tone } = postingOf(purchase)
        const points = pointsOf(purchase)
        return (
          <li key={purchase.no}>
            <p>
              <span>
                <strong>₱ {hundredths(purchase.amount)}</strong> on {calendarDay(purchase.business_date)}{' '}
                <code>{purchase.receipt_no}</code>
              </span>
              <strong className={css.toned} data-tone={tone === 'ok' ? 'ok' : undefined}>
                {points === null ? 'Points not given' : `${hundredths(points)} points`}
              </strong>
            </p>
            <p>
              <span className={css.quiet}>{branchOf(purchase)}</span>
              <strong className={css.posting} data-tone={tone}>
                {text}
              </strong>
            </p>
          </li>
        )
      })}
    </ul>
  )
}

/** Time at which the posting statuses were read. */
export function LiveMark({ checkedAt, isStale }: { checkedAt: string; isStale: boolean }) {
  return (
    <span className={css.live} data-stale={isStale || undefined}>
      {isStale ? 'Not current, checked at ' : 'Live, checked at '}
      <time dateTime={checkedAt}>{formatTime(checkedAt)}</time>
    </span>
  )
}
