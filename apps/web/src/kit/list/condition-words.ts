import type { Condition, ListField } from '@backoffice/contract/list'
import { day } from '../format/format-time.ts'

/** A condition as text in two parts: "Source is", "FUEL, POS". */
export type Words = { lead: string; value: string }

/** Longer lists show a count instead. */
const MAX_NAMED = 3

/** A filter as a sentence. */
export function describeCondition(label: string, field: ListField, condition: Condition): Words {
  const { from, to, contains, empty } = condition
  const values = condition.in?.map((value) => field.options?.[value] ?? value)
  const orEmpty = empty ? ` or ${emptyWord(field)}` : ''
  if (values) return { lead: `${label} is`, value: named(values) + orEmpty }
  if (contains !== undefined) return { lead: `${label} contains`, value: contains + orEmpty }
  if (from !== undefined && from === to) return { lead: `${label} is`, value: end(from, field) + orEmpty }
  if (from !== undefined && to !== undefined)
    return { lead: `${label} from`, value: `${end(from, field)} to ${end(to, field)}${orEmpty}` }
  if (from !== undefined)
    return {
      lead: `${label} ${isTime(field) ? 'after' : 'at least'}`,
      value: end(from, field) + orEmpty,
    }
  if (to !== undefined)
    return { lead: `${label} ${isTime(field) ? 'before' : 'at most'}`, value: end(to, field) + orEmpty }
  return { lead: `${label} is`, value: empty ? emptyWord(field) : `not ${emptyWord(field)}` }
}

const isTime = ({ type }: ListField) => type === 'date' || type === 'time'

/** An empty date means no end. */
export const emptyWord = ({ type }: ListField) => (type === 'date' ? 'open' : 'empty')

function named(values: readonly string[]): string {
  const more = values.length - MAX_NAMED
  return more > 1 ? `${values.slice(0, MAX_NAMED).join(', ')} and ${more} more` : values.join(', ')
}

/** Noon keeps the day in any time zone. */
function end(value: string, field: ListField): string {
  return isTime(field) ? day(`${value}T12:00:00+08:00`) : value
}

/** "by source, then tender ID". */
export function describeSort(labels: readonly string[]): string {
  return `by ${labels.map(inSentence).join(', then ')}`
}

/** Lowercases the first letter, except in abbreviations. */
export function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
