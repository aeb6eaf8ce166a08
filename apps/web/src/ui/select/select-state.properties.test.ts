import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aSelect, DOWN, ENTER, ERASE, letters, OPEN, TAB, typing, UP } from './select-fixture.ts'
import {
  CLOSED,
  highlightOf,
  isSelectable,
  type SelectEvent,
  type SelectRules,
  type SelectState,
} from './select-state.ts'

const someOptions = fc.array(fc.record({ label: fc.string({ maxLength: 3 }), disabled: fc.boolean() }), {
  maxLength: 12,
})
const rulesOf = fc.record<SelectRules>({
  multiple: fc.boolean(),
  searchable: fc.boolean(),
  disabled: fc.constant(false),
  max: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  allowEmpty: fc.boolean(),
  closeOnSelect: fc.boolean(),
  clearOnSelect: fc.boolean(),
  preserveSearch: fc.constant(false),
  groupSelect: fc.boolean(),
})
const anEvent: fc.Arbitrary<SelectEvent<string>> = fc.oneof(
  fc.constantFrom<SelectEvent<string>>(
    OPEN,
    DOWN,
    UP,
    ENTER,
    TAB,
    ERASE,
    { type: 'close' },
    { type: 'clear' },
  ),
  fc.constantFrom('first', 'last', 'pageUp', 'pageDown').map((to) => ({ type: 'move', to }) as const),
  fc.string({ maxLength: 2 }).map(typing),
  fc.nat(14).map((row) => ({ type: 'point', row }) as const),
  fc.nat(14).map((row) => ({ type: 'choose', row }) as const),
  fc.nat(12).map((at) => ({ type: 'remove', value: `v${at}` }) as const),
)
const someEvents = fc.array(anEvent, { maxLength: 40 })

const grouped = (items: { label: string; disabled: boolean }[]) => {
  const options = items.map((option, index) => ({ ...option, value: `v${index}` }))
  return [
    { label: 'One', options: options.slice(0, 5) },
    { label: 'Two', options: options.slice(5) },
  ]
}

test('after any events: no disabled option, at most the maximum, no duplicates, a selectable highlight', () => {
  fc.assert(
    fc.property(someOptions, rulesOf, someEvents, (items, rules, events) => {
      const options = grouped(items)
      const select = aSelect(options, rules)
      const disabled = new Set(
        options
          .flatMap((group) => group.options)
          .filter((one) => one.disabled)
          .map((one) => one.value),
      )
      for (const event of events) {
        const before: SelectState = select.state
        const held = select.value
        select.send(event)
        expect(select.value.filter((value) => disabled.has(value))).toEqual([])
        expect(select.value.length).toBeLessThanOrEqual(rules.multiple ? (rules.max ?? Infinity) : 1)
        expect(new Set(select.value).size).toBe(select.value.length)
        if (!rules.allowEmpty && held.length > 0) expect(select.value).not.toEqual([])
        if (!select.state.open) expect(select.state.query).toBe('')
        if (event.type === 'tab' || event.type === 'close') expect(select.state.open).toBe(false)
        if (event.type === 'tab') expect(held.length).toBeLessThanOrEqual(select.value.length)
        if (event.type === 'tab' && rules.searchable) expect(select.value).toEqual(held)
        const context = select.context()
        const at = highlightOf(context, select.state)
        if (at === -1) expect(context.rows.some((row) => isSelectable(context, row))).toBe(false)
        else expect(context.rows[at] && isSelectable(context, context.rows[at])).toBe(true)
        if (event.type === 'move' && before.open) {
          const was = highlightOf(context, before)
          const forward = event.to === 'next' || event.to === 'last' || event.to === 'pageDown'
          if (forward) expect(at).toBeGreaterThanOrEqual(was)
          else expect(at).toBeLessThanOrEqual(was)
        }
      }
    }),
  )
})

test('choosing twice restores the value', () => {
  fc.assert(
    fc.property(fc.subarray(['a', 'b', 'd']), fc.boolean(), (held, closeOnSelect) => {
      const select = aSelect(letters, { multiple: true, closeOnSelect }, held)
      const choose = { type: 'choose', row: 2 } as const
      expect(select.send(OPEN, choose).value).toEqual([...held, 'c'])
      expect(select.send(OPEN, choose).value).toEqual(held)
    }),
  )
})

test('a disabled select neither opens nor changes', () => {
  fc.assert(
    fc.property(someEvents, (events) => {
      const select = aSelect(letters, { multiple: true, disabled: true }, ['a']).send(...events)
      expect(select).toMatchObject({ state: CLOSED, value: ['a'], tags: [] })
    }),
  )
})
