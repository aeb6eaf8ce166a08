import type { CallInput } from '@backoffice/contract/endpoint'
import { type InquiryResult, inquiryEndpoints } from '@backoffice/contract/inquiries'
import {
  checkRange,
  checkSubject,
  checkTicket,
  MAX_SINGLE_RANGE_DAYS,
  type SingleMode,
} from '@backoffice/contract/inquiry-criteria'
import { PURPOSES } from '@backoffice/contract/purposes'
import {
  TRAN_CLASSES,
  TRANSACTION_STATUSES,
  type TranClass,
  type TransactionStatus,
} from '@backoffice/contract/transactions'
import type { RuleFormOptions } from '../../../kit/form/rule-form.ts'
import { dayAfter, today } from '../../../kit/format/format-time.ts'

export type InquiryValues = {
  mode: SingleMode
  card_number: string
  account_number: string
  reference: string
  date_from: string
  date_to: string
  purpose: string
  ticket_no: string
  tran_class: string
  status: string
  company_code: string
  branch_code: string
  terminal_id: string
}

export const SUBJECTS = {
  CARD: { field: 'card_number', label: 'Card number' },
  ACCOUNT: { field: 'account_number', label: 'Account number' },
  REFERENCE: { field: 'reference', label: 'Reference' },
} as const satisfies Record<SingleMode, { field: keyof InquiryValues; label: string }>

export function startValues(now = today()): InquiryValues {
  return {
    mode: 'CARD',
    card_number: '',
    account_number: '',
    reference: '',
    date_from: dayAfter(now, 1 - MAX_SINGLE_RANGE_DAYS),
    date_to: now,
    purpose: '',
    ticket_no: '',
    tran_class: '',
    status: '',
    company_code: '',
    branch_code: '',
    terminal_id: '',
  }
}

/** Form values of a past request. The card number is not stored; the card is known by its id. */
export function valuesOf({ mode, purpose, ticket_no, criteria }: InquiryResult): InquiryValues {
  const { subject, date_from, date_to, tran_classes, statuses, company_code, branch_code, terminal_id } =
    criteria
  return {
    ...startValues(),
    mode,
    ...(mode !== 'CARD' && { [SUBJECTS[mode].field]: subject }),
    date_from,
    date_to,
    purpose,
    ticket_no,
    tran_class: tran_classes?.[0] ?? '',
    status: statuses?.[0] ?? '',
    company_code: company_code ?? '',
    branch_code: branch_code ?? '',
    terminal_id: terminal_id ?? '',
  }
}

/** With `hasCard`, an empty card number means the card of the current result. */
export function inquiryFields(mode: SingleMode, hasCard: boolean) {
  const { field, label } = SUBJECTS[mode]
  const subject = {
    label,
    rules: hasCard ? '' : 'required',
    check: (value: string) => (hasCard && value === '' ? undefined : checkSubject(mode, value)),
  }
  const rangeError =
    (name: 'date_from' | 'date_to') =>
    (_: string, { date_from, date_to }: InquiryValues) => {
      // Empty fields have their own rule.
      if (date_from === '' || date_to === '') return undefined
      const problem = checkRange({ date_from, date_to }, today())
      return problem?.field === name ? problem.message : undefined
    }
  return {
    mode: { label: 'Find by', rules: 'required' },
    [field]: subject,
    date_from: { label: 'Date from', rules: 'required', check: rangeError('date_from'), reads: ['date_to'] },
    date_to: { label: 'Date to', rules: 'required', check: rangeError('date_to'), reads: ['date_from'] },
    purpose: inquiryEndpoints.run.rules.purpose,
    ticket_no: { ...inquiryEndpoints.run.rules.ticket_no, check: checkTicket },
    tran_class: { label: 'Class' },
    status: { label: 'Status' },
    company_code: { label: 'Company' },
    branch_code: { label: 'Branch' },
    terminal_id: { label: 'Terminal' },
  } satisfies RuleFormOptions<InquiryValues>['fields'] & Record<string, unknown>
}

/** `cardId` is the card of the current result, used if the card number is empty. */
export function toBody(
  values: InquiryValues,
  cardId: string | null,
): NonNullable<CallInput<typeof inquiryEndpoints.run>['body']> {
  const purpose = PURPOSES.find((each) => each === values.purpose)
  if (!purpose) throw new Error('The form was submitted without a purpose.')
  const { mode, date_from, date_to, ticket_no, company_code, branch_code, terminal_id } = values
  const { field } = SUBJECTS[mode]
  const isSameCard = mode === 'CARD' && values.card_number === '' && cardId !== null
  const tranClass = TRAN_CLASSES.find((each): each is TranClass => each === values.tran_class)
  const status = TRANSACTION_STATUSES.find((each): each is TransactionStatus => each === values.status)
  return {
    mode,
    purpose,
    ticket_no,
    date_from,
    date_to,
    ...(isSameCard ? { card_id: cardId } : { [field]: values[field] }),
    ...(tranClass && { tran_classes: [tranClass] }),
    ...(status && { statuses: [status] }),
    ...(company_code && { company_code }),
    ...(branch_code && { branch_code }),
    ...(terminal_id && { terminal_id }),
  }
}
