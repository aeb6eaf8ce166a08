import { useMemo, useState } from 'react'
import { changeWords, liveWords } from './announcements.ts'
import { maxWords, OPTIONS_LIMIT, WORDS } from './defaults.ts'
import { indexOptions, labelOf, type SelectValue, selectedOf } from './options.ts'
import { rowsOf } from './rows.ts'
import type { SelectProps } from './select-props.ts'
import { CLOSED, highlightOf, isFull, next, type Scene, type SelectEvent } from './select-state.ts'

/** The select's state beside its screen: what is shown now, and what an event does. */
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
  // It may be disabled while it is open.
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
  const scene: Scene<V> = { rules, index, rows, value }

  const [remembered, setRemembered] = useState<ReadonlyMap<V, string>>(new Map())
  const nameOf = (one: V): string => {
    const option = index.byValue.get(one) ?? known?.find((each) => each.value === one)
    return option ? labelOf(option) : (remembered.get(one) ?? String(one))
  }

  function emit(chosen: readonly V[]) {
    setChanged(changeWords(value, chosen, nameOf))
    // An asynchronous list may be gone by the time the label is wanted.
    setRemembered(new Map(chosen.map((one) => [one, nameOf(one)])))
    if (props.multiple) props.onChange([...chosen])
    else props.onChange(chosen[0] ?? null)
  }

  function send(event: SelectEvent<V>) {
    const { state: after, value: chosen, tag } = next(scene, state, event)
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
    ? maxWords(rules.max ?? 0)
    : (problem ?? (rows.length > 0 ? undefined : emptyWords(loading, state.query)))
  return {
    state,
    rules,
    scene,
    highlight: highlightOf(scene, state),
    value,
    nameOf,
    send,
    message,
    live: liveWords({ changed, message, open: state.open, query: state.query, found, optionsLimit }),
  }
}

function emptyWords(loading: boolean, query: string): string {
  if (loading) return WORDS.loading
  return query.trim() ? WORDS.noResult : WORDS.noOptions
}
