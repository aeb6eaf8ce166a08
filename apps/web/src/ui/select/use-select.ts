import { useMemo, useState } from 'react'
import { indexOptions, labelOf, type SelectValue, selectedOf } from './options.ts'
import { rowsOf } from './rows.ts'
import { MESSAGES, maxMessage, OPTIONS_LIMIT, type SelectProps } from './select-props.ts'
import {
  CLOSED,
  highlightOf,
  isFull,
  type Move,
  type SelectContext,
  type SelectEvent,
  selectReducer,
} from './select-state.ts'

/** State of a select, and `send` for its events. */
export function useSelect<V extends SelectValue>(props: SelectProps<V>) {
  const [held, setState] = useState(CLOSED)
  const [changed, setChanged] = useState('')
  const { options, known, optionsLimit = OPTIONS_LIMIT, compare, problem, loading = false } = props
  const { internalSearch = true, hideSelected = false, taggable = false, tagPosition = 'top' } = props
  const rules = {
    multiple: props.multiple ?? false,
    searchable: props.searchable ?? true,
    disabled: props.disabled ?? false,
    max: props.max,
    allowEmpty: props.allowEmpty ?? true,
    closeOnSelect: props.closeOnSelect ?? true,
    clearOnSelect: props.clearOnSelect ?? true,
    preserveSearch: props.preserveSearch ?? false,
    groupSelect: props.groupSelect ?? false,
  }
  // The select may be disabled while open.
  const state = rules.disabled ? CLOSED : held
  const value = selectedOf<V>(props.value)
  const full = isFull(rules, value)
  const index = useMemo(() => indexOptions(options), [options])
  const hidden = hideSelected ? value : undefined
  const { groupSelect } = rules
  const rows = useMemo(
    () =>
      state.open && !full && !problem
        ? rowsOf(index, state.query, hidden ?? [], {
            optionsLimit,
            internalSearch,
            hideSelected: hidden !== undefined,
            taggable,
            tagPosition,
            groupSelect,
            compare,
          })
        : [],
    [
      state.open,
      state.query,
      full,
      problem,
      index,
      hidden,
      optionsLimit,
      internalSearch,
      taggable,
      tagPosition,
      groupSelect,
      compare,
    ],
  )
  const context: SelectContext<V> = { rules, index, rows, value }

  const [remembered, setRemembered] = useState<ReadonlyMap<V, string>>(new Map())
  const nameOf = (wanted: V): string => {
    const option = index.byValue.get(wanted) ?? known?.find((each) => each.value === wanted)
    return option ? labelOf(option) : (remembered.get(wanted) ?? String(wanted))
  }

  function emit(chosen: readonly V[]) {
    setChanged(changeMessage(value, chosen, nameOf))
    // An asynchronous list may change before the label is needed.
    setRemembered(new Map(chosen.map((each) => [each, nameOf(each)])))
    if (props.multiple) props.onChange([...chosen])
    else props.onChange(chosen[0] ?? null)
  }

  function send(event: SelectEvent<V>) {
    const { state: after, value: chosen, tag } = selectReducer(context, state, event)
    setState(after)
    if (event.type === 'open' || event.type === 'type') setChanged('')
    if (after.open && !state.open) props.onOpen?.()
    if (after.query !== state.query) props.onSearchChange?.(after.query)
    if (!after.open && state.open) props.onClose?.()
    if (chosen) emit(chosen)
    if (tag !== undefined) props.onTag?.(tag)
  }

  const found = rows.filter(({ kind }) => kind === 'option').length
  const message = full
    ? maxMessage(rules.max ?? 0)
    : (problem ?? (rows.length > 0 ? undefined : emptyMessage(loading, state.query)))
  return {
    state,
    rules,
    context,
    highlight: highlightOf(context, state),
    value,
    nameOf,
    send,
    message,
    live: liveMessage({ changed, message, open: state.open, query: state.query, found, optionsLimit }),
  }
}

function emptyMessage(loading: boolean, query: string): string {
  if (loading) return MESSAGES.loading
  return query.trim() ? MESSAGES.noResult : MESSAGES.noOptions
}

/** Announcement of a change: `Lipa selected`, `3 options removed`. */
export function changeMessage<V>(
  before: readonly V[],
  after: readonly V[],
  nameOf: (value: V) => string,
): string {
  const counted = (values: readonly V[], what: string) => {
    const [first] = values
    if (first === undefined) return []
    return [values.length === 1 ? `${nameOf(first)} ${what}` : `${values.length} options ${what}`]
  }
  const removed = before.filter((value) => !after.includes(value))
  const added = after.filter((value) => !before.includes(value))
  return [...counted(added, 'selected'), ...counted(removed, 'removed')].join(', ')
}

type LiveState = {
  changed: string
  message: string | undefined
  open: boolean
  query: string
  found: number
  optionsLimit: number
}

/** Text of the live region: the last change, and the list's message or number of results. */
export function liveMessage({ changed, message, open, query, found, optionsLimit }: LiveState): string {
  const count =
    found >= optionsLimit ? `First ${found} results` : found === 1 ? '1 result' : `${found} results`
  const shown = open ? (message ?? (query.trim() ? count : '')) : ''
  return [changed, shown].filter(Boolean).join('. ')
}

const MOVES: Partial<Record<string, Move>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'pageDown',
  PageUp: 'pageUp',
}

type Key = { key: string; repeat: boolean; modified: boolean; composing: boolean }
type Now = { open: boolean; query: string; searchable: boolean; disabled: boolean }

/** Event of a key; `prevent` its default, `stop` its propagation to a surrounding form or dialog. */
type KeyAction = { event?: SelectEvent<never>; prevent?: true; stop?: true }

export function keyAction({ key, repeat, modified, composing }: Key, now: Now): KeyAction {
  const { open, searchable } = now
  if (composing || now.disabled) return {}
  const to = MOVES[key]
  if (to === 'next' || to === 'previous')
    return { event: open ? { type: 'move', to } : { type: 'open' }, prevent: true }
  if (to) return open && !modified ? { event: { type: 'move', to }, prevent: true } : {}
  if (key === 'Enter') {
    if (open) return { event: { type: 'choose' }, prevent: true, stop: true }
    // A held key has already selected and closed, and must not submit the form.
    return repeat ? { prevent: true, stop: true } : {}
  }
  if (key === 'Tab') return open ? { event: { type: 'tab' } } : {}
  // `keyup` closes the list; `keydown` must not close a surrounding dialog.
  if (key === 'Escape') return open ? { prevent: true, stop: true } : {}
  if (key === 'Backspace' || key === 'Delete')
    return searchable && now.query === '' ? { event: { type: 'erase' }, prevent: true } : {}
  if (key === ' ' && !searchable && !open) return { event: { type: 'open' }, prevent: true }
  return {}
}
