import type { OptionIndex, SelectValue } from './options.ts'
import type { Row } from './rows.ts'
import { MAX_HEIGHT_PX, OPTION_HEIGHT_PX } from './select-props.ts'

export type SelectState = {
  open: boolean
  query: string
  /** The requested row; `highlightOf` returns the nearest selectable one. */
  highlight: number
  /** True if a key or the pointer has moved the highlight since the list opened. Only then does Tab select. */
  moved: boolean
}

export const CLOSED: SelectState = { open: false, query: '', highlight: 0, moved: false }

export type SelectRules = {
  multiple: boolean
  searchable: boolean
  disabled: boolean
  /** Maximum number of values of a multiple select. */
  max: number | undefined
  allowEmpty: boolean
  closeOnSelect: boolean
  clearOnSelect: boolean
  preserveSearch: boolean
  groupSelect: boolean
}

/** Input of the reducer: the visible rows and the selected values. */
export type SelectContext<V extends SelectValue> = {
  rules: SelectRules
  index: OptionIndex<V>
  rows: readonly Row<V>[]
  value: readonly V[]
}

export type Move = 'next' | 'previous' | 'first' | 'last' | 'pageDown' | 'pageUp'

export type SelectEvent<V extends SelectValue> =
  | { type: 'open' | 'close' | 'tab' | 'erase' | 'clear' }
  | { type: 'type'; query: string }
  | { type: 'move'; to: Move }
  | { type: 'point'; row: number }
  /** Default: the highlighted row. */
  | { type: 'choose'; row?: number }
  | { type: 'remove'; value: V }

/** `value` and `tag` are set only if they must be emitted. */
type Outcome<V extends SelectValue> = { state: SelectState; value?: readonly V[]; tag?: string }

const PAGE_ROWS = Math.floor(MAX_HEIGHT_PX / OPTION_HEIGHT_PX)

export function isFull(rules: SelectRules, value: readonly unknown[]): boolean {
  return rules.multiple && Boolean(rules.max) && value.length >= (rules.max ?? 0)
}

export function isSelectable<V extends SelectValue>(
  { rules, index }: SelectContext<V>,
  row: Row<V>,
): boolean {
  if (row.kind === 'tag') return true
  if (row.kind === 'option') return !row.option.disabled
  if (!rules.groupSelect || !rules.multiple) return false
  return index.parts[row.part]?.entries.some(({ option }) => !option.disabled) ?? false
}

/** Highlighted row: the requested row, or the next, or the nearest before it; -1 if no row can be selected. */
export function highlightOf<V extends SelectValue>(
  context: SelectContext<V>,
  { highlight }: SelectState,
): number {
  const after = seek(context, highlight, 1)
  return after === -1 ? seek(context, Math.min(highlight, context.rows.length) - 1, -1) : after
}

function seek<V extends SelectValue>(context: SelectContext<V>, from: number, step: 1 | -1): number {
  for (let at = from; at >= 0 && at < context.rows.length; at += step) {
    const row = context.rows[at]
    if (row && isSelectable(context, row)) return at
  }
  return -1
}

/** Behaviour of the select without its view. Returns the next state and value. */
export function selectReducer<V extends SelectValue>(
  context: SelectContext<V>,
  state: SelectState,
  event: SelectEvent<V>,
): Outcome<V> {
  const { rules, value } = context
  if (rules.disabled) return { state: CLOSED }
  switch (event.type) {
    case 'open':
      if (state.open) return { state }
      return { state: { ...CLOSED, open: true, query: rules.preserveSearch ? state.query : '' } }
    case 'close':
      return { state: closed(rules, state) }
    case 'type':
      return { state: { ...state, open: true, query: event.query, highlight: 0 } }
    case 'move': {
      const now = highlightOf(context, state)
      if (!state.open || now === -1) return { state }
      return { state: { ...state, highlight: moved(context, now, event.to), moved: true } }
    }
    case 'point':
      if (!state.open) return { state }
      return { state: { ...state, highlight: event.row, moved: true } }
    case 'choose':
      return choose(context, state, event.row ?? highlightOf(context, state))
    case 'tab':
      return tab(context, state)
    case 'erase': {
      const last = value.at(-1)
      if (state.query !== '' || last === undefined) return { state }
      return remove(context, state, [last], false)
    }
    case 'remove':
      return remove(context, state, [event.value], rules.closeOnSelect)
    case 'clear':
      return rules.allowEmpty ? remove(context, state, value, false) : { state }
  }
}

function closed(rules: SelectRules, state: SelectState): SelectState {
  return { ...CLOSED, query: rules.preserveSearch ? state.query : '' }
}

function moved<V extends SelectValue>(context: SelectContext<V>, now: number, to: Move): number {
  const last = context.rows.length - 1
  const target = {
    next: now + 1,
    previous: now - 1,
    first: 0,
    last,
    pageDown: Math.min(now + PAGE_ROWS, last),
    pageUp: Math.max(now - PAGE_ROWS, 0),
  }[to]
  if (to === 'next') return orStay(seek(context, target, 1), now)
  if (to === 'previous') return orStay(seek(context, target, -1), now)
  // A jump to a row that cannot be selected goes back, but not past its start.
  const back = to === 'last' || to === 'pageDown' ? -1 : 1
  const landed = seek(context, target, back)
  const beyond = back === -1 ? landed < now : landed > now
  return landed === -1 || beyond ? now : landed
}

const orStay = (found: number, now: number) => (found === -1 ? now : found)

function tab<V extends SelectValue>(context: SelectContext<V>, state: SelectState): Outcome<V> {
  const { rules, value } = context
  const left = { state: closed(rules, state) }
  if (!state.open || rules.searchable || !state.moved) return left
  const { value: chosen = value } = choose(context, state, highlightOf(context, state))
  const removes =
    value.some((held) => !chosen.includes(held)) && chosen.length <= value.length && rules.multiple
  return removes || chosen.length === 0 ? left : { ...left, value: chosen }
}

function choose<V extends SelectValue>(
  context: SelectContext<V>,
  state: SelectState,
  at: number,
): Outcome<V> {
  const { rules, index, value } = context
  const row = context.rows[at]
  if (!state.open || !row || !isSelectable(context, row) || isFull(rules, value)) return { state }
  const after = afterChoice(rules, state)
  if (row.kind === 'tag') return { state: { ...after, query: '' }, tag: row.text }
  if (row.kind === 'option') {
    const { value: chosen } = row.option
    if (value.includes(chosen)) return remove(context, state, [chosen], rules.closeOnSelect)
    return { state: after, value: rules.multiple ? [...value, chosen] : [chosen] }
  }
  const enabled = (index.parts[row.part]?.entries ?? [])
    .filter(({ option }) => !option.disabled)
    .map(({ option }) => option.value)
  const missing = enabled.filter((option) => !value.includes(option))
  if (missing.length === 0) return remove(context, state, enabled, rules.closeOnSelect)
  const room = rules.max ? rules.max - value.length : missing.length
  return { state: after, value: [...value, ...missing.slice(0, room)] }
}

function afterChoice(rules: SelectRules, state: SelectState): SelectState {
  if (rules.closeOnSelect) return closed(rules, rules.clearOnSelect ? { ...state, query: '' } : state)
  return rules.clearOnSelect ? { ...state, query: '' } : state
}

function remove<V extends SelectValue>(
  { rules, index, value }: SelectContext<V>,
  state: SelectState,
  values: readonly V[],
  closes: boolean,
): Outcome<V> {
  const going = new Set(values.filter((each) => value.includes(each) && !index.byValue.get(each)?.disabled))
  if (going.size === 0) return { state }
  const left = value.filter((held) => !going.has(held))
  if (left.length === 0 && !rules.allowEmpty) return { state: closed(rules, state) }
  return { state: closes ? closed(rules, state) : state, value: left }
}
