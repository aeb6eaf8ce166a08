import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexOptions, type SelectOption } from './options.ts'
import { rowsOf } from './rows.ts'
import {
  CLOSED,
  highlightOf,
  isFull,
  isSelectable,
  next,
  type Scene,
  type SelectEvent,
  type SelectRules,
  type SelectState,
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

/** A select with a parent that takes every value and adds every tag. */
function aSelect(
  options: readonly SelectOption<string>[] | typeof regions,
  rules: Partial<SelectRules> = {},
  value: string[] = [],
) {
  const select = {
    rules: { ...RULES, ...rules },
    state: CLOSED,
    value,
    tags: [] as string[],
    scene(): Scene<string> {
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
        const { state, value, tag } = next(select.scene(), select.state, event)
        select.state = state
        if (value) select.value = [...value]
        if (tag !== undefined) select.tags.push(tag)
      }
      return select
    },
    highlighted() {
      const scene = select.scene()
      const row = scene.rows[highlightOf(scene, select.state)]
      return row?.kind === 'option' ? row.option.value : row?.kind === 'group' ? `[${row.label}]` : row?.text
    },
  }
  return select
}

const OPEN = { type: 'open' } as const
const DOWN = { type: 'move', to: 'next' } as const
const UP = { type: 'move', to: 'previous' } as const
const ENTER = { type: 'choose' } as const
const TAB = { type: 'tab' } as const
const ERASE = { type: 'erase' } as const
const typing = (query: string) => ({ type: 'type', query }) as const

const letters = ['a', 'b', 'c', 'd'].map((value) => ({ value, label: value }))
const regions = [
  {
    label: 'Luzon',
    options: [
      { value: 'lipa', label: 'Lipa' },
      { value: 'tarlac', label: 'Tarlac' },
    ],
  },
  {
    label: 'Visayas',
    options: [
      { value: 'cebu', label: 'Cebu', disabled: true },
      { value: 'iloilo', label: 'Iloilo' },
    ],
  },
]

test('the highlight starts at the first, moves by one and does not wrap', () => {
  const select = aSelect(letters).send(OPEN)
  expect(select.highlighted()).toBe('a')
  expect(select.send(UP).highlighted()).toBe('a')
  expect(select.send(DOWN, DOWN).highlighted()).toBe('c')
  expect(select.send(DOWN, DOWN, DOWN).highlighted()).toBe('d')
  expect(select.send({ type: 'move', to: 'first' }).highlighted()).toBe('a')
  expect(select.send({ type: 'move', to: 'last' }).highlighted()).toBe('d')
})

test('it skips group lines and what is disabled, and starts below a group line', () => {
  const select = aSelect(regions).send(OPEN)
  expect(select.highlighted()).toBe('lipa')
  expect(select.send(UP).highlighted()).toBe('lipa')
  expect(select.send(DOWN, DOWN).highlighted()).toBe('iloilo')
  expect(aSelect(regions, { groupSelect: true, multiple: true }).send(OPEN).highlighted()).toBe('[Luzon]')
})

test('a page is as many rows as the list is high', () => {
  const many = Array.from({ length: 20 }, (_, at) => ({ value: `${at}`, label: `${at}` }))
  const select = aSelect(many).send(OPEN, { type: 'move', to: 'pageDown' })
  expect(select.highlighted()).toBe('7')
  expect(select.send({ type: 'move', to: 'pageDown' }, { type: 'move', to: 'pageDown' }).highlighted()).toBe(
    '19',
  )
  expect(select.send({ type: 'move', to: 'pageUp' }).highlighted()).toBe('12')
})

test('choosing takes the highlighted, closes, clears the text and goes back to the first', () => {
  const select = aSelect(letters).send(OPEN, DOWN, ENTER)
  expect(select.value).toEqual(['b'])
  expect(select.state).toEqual(CLOSED)
  expect(select.send(OPEN).highlighted()).toBe('a')
})

test('multiple closes too, unless told to stay open; then the highlight stays', () => {
  expect(aSelect(letters, { multiple: true }).send(OPEN, ENTER).state.open).toBe(false)
  const staying = aSelect(letters, { multiple: true, closeOnSelect: false }).send(OPEN, DOWN, ENTER)
  expect(staying.state.open).toBe(true)
  expect(staying.highlighted()).toBe('b')
})

test('choosing what is selected removes it, the last one only where empty is allowed', () => {
  expect(aSelect(letters, {}, ['a']).send(OPEN, ENTER).value).toEqual([])
  const kept = aSelect(letters, { allowEmpty: false }, ['a']).send(OPEN, ENTER)
  expect(kept.value).toEqual(['a'])
  expect(kept.state.open).toBe(false)
  expect(aSelect(letters, { allowEmpty: false, multiple: true }, ['a', 'b']).send(OPEN, ENTER).value).toEqual(
    ['b'],
  )
})

test('Tab closes a searchable one and selects nothing', () => {
  const select = aSelect(letters).send(OPEN, DOWN, TAB)
  expect(select.value).toEqual([])
  expect(select.state.open).toBe(false)
})

test('Tab takes the highlighted of one that is not searchable, if it was moved, and never removes', () => {
  const rules = { searchable: false }
  expect(aSelect(letters, rules).send(OPEN, TAB).value).toEqual([])
  expect(aSelect(letters, rules).send(OPEN, DOWN, TAB).value).toEqual(['b'])
  expect(aSelect(letters, rules, ['b']).send(OPEN, DOWN, TAB).value).toEqual(['b'])
  const group = { searchable: false, multiple: true, groupSelect: true }
  expect(aSelect(regions, group, ['lipa', 'tarlac']).send(OPEN, DOWN, UP, TAB).value).toEqual([
    'lipa',
    'tarlac',
  ])
})

test('Backspace with nothing typed removes the last and stays open', () => {
  const select = aSelect(letters, { multiple: true }, ['a', 'b']).send(OPEN, ERASE)
  expect(select.value).toEqual(['a'])
  expect(select.state.open).toBe(true)
  expect(select.send(typing('x'), ERASE).value).toEqual(['a'])
  expect(aSelect(letters, {}, ['b']).send(OPEN, ERASE).value).toEqual([])
  expect(aSelect(letters, { allowEmpty: false }, ['b']).send(OPEN, ERASE)).toMatchObject({
    value: ['b'],
    state: { open: false },
  })
})

test('at the maximum nothing more is chosen; removing one makes room', () => {
  const select = aSelect(letters, { multiple: true, max: 2 }, ['a', 'b']).send(OPEN, DOWN, ENTER)
  expect(select.value).toEqual(['a', 'b'])
  select.send(OPEN, { type: 'remove', value: 'a' }, OPEN, DOWN, DOWN, ENTER)
  expect(select.value).toEqual(['b', 'c'])
})

test('a tag is handed up trimmed, and the text is gone', () => {
  const select = aSelect(letters, { multiple: true }).send(OPEN, typing(' new '), ENTER)
  expect(select.tags).toEqual(['new'])
  expect(select.state.query).toBe('')
  expect(aSelect(letters).send(OPEN, typing('A'), ENTER)).toMatchObject({ tags: [], value: ['a'] })
})

test('a group line adds what is enabled up to the maximum, or takes it back when all of it was selected', () => {
  const rules = { multiple: true, groupSelect: true }
  expect(aSelect(regions, rules).send(OPEN, ENTER).value).toEqual(['lipa', 'tarlac'])
  expect(aSelect(regions, rules, ['tarlac']).send(OPEN, ENTER).value).toEqual(['tarlac', 'lipa'])
  expect(aSelect(regions, rules, ['lipa', 'iloilo', 'tarlac']).send(OPEN, ENTER).value).toEqual(['iloilo'])
  expect(aSelect(regions, { ...rules, max: 1 }).send(OPEN, ENTER).value).toEqual(['lipa'])
  const visayas = aSelect(regions, rules).send(OPEN, DOWN, DOWN, DOWN)
  expect(visayas.highlighted()).toBe('[Visayas]')
  expect(visayas.send(ENTER).value).toEqual(['iloilo'])
  expect(
    aSelect(regions, { ...rules, allowEmpty: false }, ['lipa', 'tarlac']).send(OPEN, ENTER).value,
  ).toEqual(['lipa', 'tarlac'])
})

test('clearing takes all but what is disabled', () => {
  expect(aSelect(regions, { multiple: true }, ['lipa', 'cebu']).send({ type: 'clear' }).value).toEqual([
    'cebu',
  ])
  expect(
    aSelect(regions, { multiple: true, allowEmpty: false }, ['lipa']).send({ type: 'clear' }).value,
  ).toEqual(['lipa'])
})

test('the text stays over closing only where it should', () => {
  expect(
    aSelect(letters, { preserveSearch: true }).send(OPEN, typing('x'), { type: 'close' }, OPEN).state.query,
  ).toBe('x')
})

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

const grouped = (given: { label: string; disabled: boolean }[]) => {
  const options = given.map((option, at) => ({ ...option, value: `v${at}` }))
  return [
    { label: 'One', options: options.slice(0, 5) },
    { label: 'Two', options: options.slice(5) },
  ]
}

test('whatever is pressed: no disabled option, no more than the maximum, none twice, a highlight that can be chosen', () => {
  fc.assert(
    fc.property(someOptions, rulesOf, someEvents, (given, rules, events) => {
      const options = grouped(given)
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
        const scene = select.scene()
        const at = highlightOf(scene, select.state)
        if (at === -1) expect(scene.rows.some((row) => isSelectable(scene, row))).toBe(false)
        else expect(scene.rows[at] && isSelectable(scene, scene.rows[at])).toBe(true)
        if (event.type === 'move' && before.open) {
          const was = highlightOf(scene, before)
          const forward = event.to === 'next' || event.to === 'last' || event.to === 'pageDown'
          if (forward) expect(at).toBeGreaterThanOrEqual(was)
          else expect(at).toBeLessThanOrEqual(was)
        }
      }
    }),
  )
})

test('choosing twice gives back what was there', () => {
  fc.assert(
    fc.property(fc.subarray(['a', 'b', 'd']), fc.boolean(), (held, closeOnSelect) => {
      const select = aSelect(letters, { multiple: true, closeOnSelect }, held)
      const choose = { type: 'choose', row: 2 } as const
      expect(select.send(OPEN, choose).value).toEqual([...held, 'c'])
      expect(select.send(OPEN, choose).value).toEqual(held)
    }),
  )
})

test('disabled: nothing opens and nothing changes', () => {
  fc.assert(
    fc.property(someEvents, (events) => {
      const select = aSelect(letters, { multiple: true, disabled: true }, ['a']).send(...events)
      expect(select).toMatchObject({ state: CLOSED, value: ['a'], tags: [] })
    }),
  )
})
