import { CASE_KINDS, type CaseKind } from '@backoffice/contract/case-values'
import type { caseEndpoints } from '@backoffice/contract/cases'
import type { CallInput } from '@backoffice/contract/endpoint'
import { type InquiryResult, inquiryEndpoints, type Transaction } from '@backoffice/contract/inquiries'
import { MAX_SINGLE_RANGE_DAYS } from '@backoffice/contract/inquiry-criteria'
import { dayAfter, today } from '../../kit/format/format-time.ts'
import { call } from '../../net/call.ts'
import type { Person } from './case-fields.tsx'
import { suggestedKind } from './start/offered-purchases.ts'

type Body = NonNullable<CallInput<typeof caseEndpoints.create>['body']>
export type TypedPurchase = NonNullable<Body['typed']>[number]

/** Values of the form. */
export type NewCase = {
  /** Empty for the kind that suits the purchases. */
  kind: string
  ticket_no: string
  /** Empty for the default of the server. */
  due_on: string
  assignee: Person | null
  note: string
  transaction_ids: string[]
  typed: TypedPurchase[]
}

/** The chosen kind, or the one that suits the purchases. */
export function kindOf(
  { kind, transaction_ids, typed }: Pick<NewCase, 'kind' | 'transaction_ids' | 'typed'>,
  offered: readonly Pick<Transaction, 'transaction_id' | 'status'>[],
): CaseKind {
  const chosen = offered.filter(({ transaction_id }) => transaction_ids.includes(transaction_id))
  return CASE_KINDS.find((each) => each === kind) ?? suggestedKind(chosen, typed.length)
}

export function bodyOf(values: NewCase, cardId: string, offered: Parameters<typeof kindOf>[1]): Body {
  const { ticket_no, due_on, assignee, note, transaction_ids, typed } = values
  return {
    kind: kindOf(values, offered),
    card_id: cardId,
    ticket_no,
    assignee_id: assignee?.id ?? null,
    ...(transaction_ids.length > 0 && { transaction_ids }),
    ...(typed.length > 0 && { typed }),
    ...(due_on && { due_on }),
    ...(note && { note }),
  }
}

/** Hundredths of an amount such as `3,000.50`; undefined for other texts. */
export function readHundredths(text: string): number | undefined {
  const plain = text.replaceAll(',', '').trim()
  if (!/^\d{1,10}(\.\d{1,2})?$/.test(plain)) return undefined
  const [whole = '', part = ''] = plain.split('.')
  return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

type InquiryBody = NonNullable<CallInput<typeof inquiryEndpoints.run>['body']>

/** Finds the purchases of a card by an inquiry over the longest range. */
export async function lookUpPurchases(
  request: Pick<InquiryBody, 'card_number' | 'card_id' | 'ticket_no'>,
): Promise<InquiryResult> {
  const now = today()
  const result = await call(inquiryEndpoints.run, {
    body: {
      mode: 'CARD',
      purpose: 'MEMBER_COMPLAINT',
      ...request,
      date_from: dayAfter(now, 1 - MAX_SINGLE_RANGE_DAYS),
      date_to: now,
    },
  })
  if (result.mode === 'FILE') throw new Error('The inquiry of a card returned a file.')
  return result
}
