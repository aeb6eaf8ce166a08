import { MAX_HEIGHT_PX, OPTION_HEIGHT_PX } from './defaults.ts'
import type { OptionIndex, SelectValue } from './options.ts'
import type { Row } from './rows.ts'

export type SelectState = {
  open: boolean
  query: string
  /** The row that was asked for; what stands out is the nearest one that can be chosen: `highlightOf`. */
  highlight: number
  /** Whether a key or the pointer has moved the highlight since the list opened: only then does Tab select. */
  moved: boolean
}

export const CLOSED: SelectState = { open: false, query: '', highlight: 0, moved: false }

export type SelectRules = {
  multiple: boolean
  searchable: boolean
  disabled: boolean
  /** Most values of a multiple one. */
  max: number | undefined
  allowEmpty: boolean
  closeOnSelect: boolean
  clearOnSelect: boolean
  preserveSearch: boolean
  groupSelect: boolean
}

/** What an event meets: the rows as shown now and what is selected. */
export type Scene<V extends SelectValue> = {
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
  /** Without a row: the highlighted one. */
  | { type: 'choose'; row?: number }
  | { type: 'remove'; value: V }

/** `value` and `tag` are there only when they are to be handed up. */
type Outcome<V extends SelectValue> = { state: SelectState; value?: readonly V[]; tag?: string }

const PAGE_ROWS = Math.floor(MAX_HEIGHT_PX / OPTION_HEIGHT_PX)

export function isFull(rules: SelectRules, value: readonly unknown[]): boolean {
  return rules.multiple && Boolean(rules.max) && value.length >= (rules.max ?? 0)
}

export function isSelectable<V extends SelectValue>({ rules, index }: Scene<V>, row: Row<V>): boolean {
  if (row.kind === 'tag') return true
  if (row.kind === 'option') return !row.option.disabled
  if (!rules.groupSelect || !rules.multiple) return false
  return index.parts[row.part]?.entries.some(({ option }) => !option.disabled) ?? false
}

/** The row that stands out: the one asked for, else the next, else the nearest before; -1 when there is none. */
export function highlightOf<V extends SelectValue>(scene: Scene<V>, { highlight }: SelectState): number {
  const after = seek(scene, highlight, 1)
  return after === -1 ? seek(scene, Math.min(highlight, scene.rows.length) - 1, -1) : after
}

function seek<V extends SelectValue>(scene: Scene<V>, from: number, step: 1 | -1): number {
  for (let at = from; at >= 0 && at < scene.rows.length; at += step) {
    const row = scene.rows[at]
    if (row && isSelectable(scene, row)) return at
  }
  return -1
}

/** All that a select does, without a screen: its state, a scene and an event give the next state and value. */
export function next<V extends SelectValue>(
  scene: Scene<V>,
  state: SelectState,
  event: SelectEvent<V>,
): Outcome<V> {
  const { rules, value } = scene
  if (rules.disabled) return { state: CLOSED }
  switch (event.type) {
    case 'open':
      if (state.open) return { state }
      return { state: { ...CLOSED, open: true, query: rules.preserveSearch ? state.query : '' } }
    case 'close':
      return { state: closed(rules, state) }
    case 'type':
      return { state: { ...state, open: true, query: event.query, highlight: 0 } }
    case 'move':
      if (!state.open) return { state }
      return { state: { ...state, highlight: moved(scene, state, event.to), moved: true } }
    case 'point':
      if (!state.open) return { state }
      return { state: { ...state, highlight: event.row, moved: true } }
    case 'choose':
      return choose(scene, state, event.row ?? highlightOf(scene, state))
    case 'tab':
      return tab(scene, state)
    case 'erase': {
      const last = value.at(-1)
      if (state.query !== '' || last === undefined) return { state }
      return remove(scene, state, [last], false)
    }
    case 'remove':
      return remove(scene, state, [event.value], rules.closeOnSelect)
    case 'clear':
      return rules.allowEmpty ? remove(scene, state, value, false) : { state }
  }
}

function closed(rules: SelectRules, state: SelectState): SelectState {
  return { ...CLOSED, query: rules.preserveSearch ? state.query : '' }
}

function moved<V extends SelectValue>(scene: Scene<V>, state: SelectState, to: Move): number {
  const now = highlightOf(scene, state)
  const last = scene.rows.length - 1
  const target = {
    next: now + 1,
    previous: now - 1,
    first: 0,
    last,
    pageDown: Math.min(now + PAGE_ROWS, last),
    pageUp: Math.max(now - PAGE_ROWS, 0),
  }[to]
  if (to === 'next') return orStay(seek(scene, target, 1), now)
  if (to === 'previous') return orStay(seek(scene, target, -1), now)
  // From a row that cannot be chosen a jump turns back, but not past where it started.
  const back = to === 'last' || to === 'pageDown' ? -1 : 1
  const landed = seek(scene, target, back)
  const beyond = back === -1 ? landed < now : landed > now
  return landed === -1 || beyond ? now : landed
}

const orStay = (found: number, now: number) => (found === -1 ? now : found)

function tab<V extends SelectValue>(scene: Scene<V>, state: SelectState): Outcome<V> {
  const { rules, value } = scene
  const left = { state: closed(rules, state) }
  if (!state.open || rules.searchable || !state.moved) return left
  const { value: chosen = value } = choose(scene, state, highlightOf(scene, state))
  const removes =
    value.some((held) => !chosen.includes(held)) && chosen.length <= value.length && rules.multiple
  return removes || chosen.length === 0 ? left : { ...left, value: chosen }
}

function choose<V extends SelectValue>(scene: Scene<V>, state: SelectState, at: number): Outcome<V> {
  const { rules, index, value } = scene
  const row = scene.rows[at]
  if (!state.open || !row || !isSelectable(scene, row) || isFull(rules, value)) return { state }
  const after = afterChoice(rules, state)
  if (row.kind === 'tag') return { state: { ...after, query: '' }, tag: row.text }
  if (row.kind === 'option') {
    const { value: chosen } = row.option
    if (value.includes(chosen)) return remove(scene, state, [chosen], rules.closeOnSelect)
    return { state: after, value: rules.multiple ? [...value, chosen] : [chosen] }
  }
  const enabled = (index.parts[row.part]?.entries ?? [])
    .filter(({ option }) => !option.disabled)
    .map(({ option }) => option.value)
  const missing = enabled.filter((one) => !value.includes(one))
  if (missing.length === 0) return remove(scene, state, enabled, rules.closeOnSelect)
  const room = rules.max ? rules.max - value.length : missing.length
  return { state: after, value: [...value, ...missing.slice(0, room)] }
}

function afterChoice(rules: SelectRules, state: SelectState): SelectState {
  if (rules.closeOnSelect) return closed(rules, rules.clearOnSelect ? { ...state, query: '' } : state)
  return rules.clearOnSelect ? { ...state, query: '' } : state
}

function remove<V extends SelectValue>(
  { rules, index, value }: Scene<V>,
  state: SelectState,
  values: readonly V[],
  closes: boolean,
): Outcome<V> {
  const going = new Set(values.filter((one) => value.includes(one) && !index.byValue.get(one)?.disabled))
  if (going.size === 0) return { state }
  const left = value.filter((held) => !going.has(held))
  if (left.length === 0 && !rules.allowEmpty) return { state: closed(rules, state) }
  return { state: closes ? closed(rules, state) : state, value: left }
}
