import { inquiryEndpoints, MAX_ROW_RANGE_DAYS } from '@backoffice/contract/inquiries'
import { checkRange, checkTicket } from '@backoffice/contract/inquiry-criteria'
import type { RuleFormOptions } from '../../../kit/form/rule-form.ts'
import { plural } from '../../../kit/format/format-number.ts'
import { today } from '../../../kit/format/format-time.ts'
import { formatNumber } from '../../../ui/format-number.ts'
import { datesOf } from '../date-presets.ts'
import { readCardNumbers } from './read-card-numbers.ts'

export type SeveralValues = {
  numbers: string
  date_from: string
  date_to: string
  purpose: string
  ticket_no: string
}

const MIN_CARDS = 2
export const MAX_CARDS = 500

export function startValues(): SeveralValues {
  return { numbers: '', ...datesOf('LAST_30', today()), purpose: '', ticket_no: '' }
}

export function severalFields() {
  const rangeError =
    (name: 'date_from' | 'date_to') =>
    (_: string, { date_from, date_to }: SeveralValues) => {
      // Empty fields have their own rule.
      if (date_from === '' || date_to === '') return undefined
      const problem = checkRange({ date_from, date_to }, today(), MAX_ROW_RANGE_DAYS)
      return problem?.field === name ? problem.message : undefined
    }
  return {
    numbers: { label: 'Card numbers', rules: 'required', check: checkNumbers },
    date_from: { label: 'Date from', rules: 'required', check: rangeError('date_from'), reads: ['date_to'] },
    date_to: { label: 'Date to', rules: 'required', check: rangeError('date_to'), reads: ['date_from'] },
    purpose: inquiryEndpoints.run.rules.purpose,
    ticket_no: { ...inquiryEndpoints.run.rules.ticket_no, check: checkTicket },
  } satisfies RuleFormOptions<SeveralValues>['fields']
}

/** The reason why the pasted numbers cannot be looked up as they are. */
export function checkNumbers(text: string): string | undefined {
  const { cards } = readCardNumbers(text)
  if (cards.length > MAX_CARDS)
    return `At most ${MAX_CARDS} cards; these are ${formatNumber(cards.length)}. Upload a file for more.`
  const wrong = cards.filter(({ problem }) => problem !== undefined).length
  if (wrong > 0)
    return `${plural(wrong, 'number')} can’t be looked up. Correct or remove ${wrong === 1 ? 'it' : 'them'}.`
  if (cards.length < MIN_CARDS) return `Enter at least ${MIN_CARDS} cards. For one card, use Single inquiry.`
  return undefined
}
