import { indexOptions, type SelectGroup, type SelectOption } from './options.ts'
import { rowsOf } from './rows.ts'
import {
  CLOSED,
  highlightOf,
  isFull,
  type SelectContext,
  type SelectEvent,
  type SelectRules,
  selectReducer,
} from './select-state.ts'

const RULES: SelectRules = {
  multiple: false,
  searchable: true,
  disabled: false,
  max: undefined,
  allowEmpty: true,
  closeOnSelect: true,
  clearOnSelect: true,
  preserveSearch: false,
  groupSelect: false,
}

/** A select for tests, whose parent accepts every value. Send events and check its state. */
export function aSelect(
  options: readonly SelectOption<string>[] | readonly SelectGroup<string>[],
  rules: Partial<SelectRules> = {},
  value: string[] = [],
) {
  const tags: string[] = []
  const select = {
    rules: { ...RULES, ...rules },
    state: CLOSED,
    value,
    tags,
    context(): SelectContext<string> {
      const index = indexOptions<string>(options)
      const rows = isFull(select.rules, select.value)
        ? []
        : rowsOf(index, select.state.query, select.value, {
            optionsLimit: 1_000,
            internalSearch: true,
            hideSelected: false,
            taggable: true,
            tagPosition: 'top',
            groupSelect: select.rules.groupSelect,
          })
      return { rules: select.rules, index, rows, value: select.value }
    },
    send(...events: SelectEvent<string>[]) {
      for (const event of events) {
        const { state, value, tag } = selectReducer(select.context(), select.state, event)
        select.state = state
        if (value) select.value = [...value]
        if (tag !== undefined) select.tags.push(tag)
      }
      return select
    },
    highlighted() {
      const context = select.context()
      const row = context.rows[highlightOf(context, select.state)]
      return row?.kind === 'option' ? row.option.value : row?.kind === 'group' ? `[${row.label}]` : row?.text
    },
  }
  return select
}

export const OPEN = { type: 'open' } as const
export const DOWN = { type: 'move', to: 'next' } as const
export const UP = { type: 'move', to: 'previous' } as const
export const ENTER = { type: 'choose' } as const
export const TAB = { type: 'tab' } as const
export const ERASE = { type: 'erase' } as const
export const typing = (query: string) => ({ type: 'type', query }) as const

export const letters = ['a', 'b', 'c', 'd'].map((value) => ({ value, label: value }))
