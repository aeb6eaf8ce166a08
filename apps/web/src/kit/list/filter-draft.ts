import type { Condition, ListField } from '@backoffice/contract/list'
import { isDay } from '../../ui/date/days.ts'
import { isNumber, isValue } from './condition-text.ts'

/** A condition in its editor: every control has a value. */
export type Draft = {
  /** Operator for a text or code: `is` uses all values, `contains` the first, the others none. */
  how: 'is' | 'contains' | 'empty' | 'not-empty'
  values: string
  chosen: readonly string[]
  from: string
  to: string
  orEmpty: boolean
}

export function draftOf(condition: Condition | undefined, { type }: ListField): Draft {
  const { in: values = [], contains, from = '', to = '', empty } = condition ?? {}
  const hasWords = values.length > 0 || contains !== undefined
  const first = type === 'code' ? 'is' : 'contains'
  return {
    how:
      values.length > 0
        ? 'is'
        : contains !== undefined
          ? 'contains'
          : empty === undefined
            ? first
            : empty
              ? 'empty'
              : 'not-empty',
    values: contains ?? values.join(', '),
    chosen: values,
    from,
    to,
    orEmpty: empty === true && (hasWords || from !== '' || to !== ''),
  }
}

export type DraftResult = { condition: Condition | undefined } | { error: string }

/** The condition of the controls; undefined if they are empty. */
export function conditionOf(draft: Draft, { type, options }: ListField): DraftResult {
  if (options) return { condition: draft.chosen.length > 0 ? { in: draft.chosen } : undefined }
  if (type === 'text' || type === 'code' || type === 'choice') return wordsOf(draft)
  const { from, to, orEmpty } = draft
  if (type === 'number' && !isNumeric(from, to)) return { error: 'Enter numbers, such as 1500 or 2.5.' }
  if (type !== 'number' && ![from, to].every((end) => end === '' || isDay(end)))
    return { error: 'Enter dates, such as 25 Oct 2026.' }
  const isWrong = type === 'number' ? Number(from) > Number(to) : from > to
  if (from && to && isWrong) return { error: 'From must not be after To.' }
  const condition = { ...(from && { from }), ...(to && { to }), ...(orEmpty && { empty: true }) }
  return { condition: Object.keys(condition).length > 0 ? condition : undefined }
}

const isNumeric = (...ends: string[]) => ends.every((end) => end === '' || isNumber(end))

function wordsOf({ how, values }: Draft): DraftResult {
  if (how === 'empty' || how === 'not-empty') return { condition: { empty: how === 'empty' } }
  const words = how === 'contains' ? [values.trim()] : values.split(/[,\n]/).map((each) => each.trim())
  const wanted = [...new Set(words.filter(Boolean))]
  if (!wanted.every(isValue)) return { error: 'You can’t search for card numbers.' }
  const [first] = wanted
  if (first === undefined) return { condition: undefined }
  return { condition: how === 'contains' ? { contains: first } : { in: wanted } }
}
