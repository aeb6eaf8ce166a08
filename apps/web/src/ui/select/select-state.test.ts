import { expect, test } from 'vitest'
import { aSelect, DOWN, ENTER, ERASE, letters, OPEN, TAB, typing, UP } from './select-fixture.ts'
import { CLOSED } from './select-state.ts'

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

test('the highlight skips group rows and disabled options, and starts below a group row', () => {
  const select = aSelect(regions).send(OPEN)
  expect(select.highlighted()).toBe('lipa')
  expect(select.send(UP).highlighted()).toBe('lipa')
  expect(select.send(DOWN, DOWN).highlighted()).toBe('iloilo')
  expect(aSelect(regions, { groupSelect: true, multiple: true }).send(OPEN).highlighted()).toBe('[Luzon]')
})

test('a page is as many rows as the list is high', () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ value: `${index}`, label: `${index}` }))
  const select = aSelect(many).send(OPEN, { type: 'move', to: 'pageDown' })
  expect(select.highlighted()).toBe('7')
  expect(select.send({ type: 'move', to: 'pageDown' }, { type: 'move', to: 'pageDown' }).highlighted()).toBe(
    '19',
  )
  expect(select.send({ type: 'move', to: 'pageUp' }).highlighted()).toBe('12')
})

test('choosing selects the highlighted option, closes, clears the query and resets the highlight', () => {
  const select = aSelect(letters).send(OPEN, DOWN, ENTER)
  expect(select.value).toEqual(['b'])
  expect(select.state).toEqual(CLOSED)
  expect(select.send(OPEN).highlighted()).toBe('a')
})

test('a multiple select closes too, unless closeOnSelect is off; then the highlight stays', () => {
  expect(aSelect(letters, { multiple: true }).send(OPEN, ENTER).state.open).toBe(false)
  const staying = aSelect(letters, { multiple: true, closeOnSelect: false }).send(OPEN, DOWN, ENTER)
  expect(staying.state.open).toBe(true)
  expect(staying.highlighted()).toBe('b')
})

test('choosing a selected option removes it, the last one only with allowEmpty', () => {
  expect(aSelect(letters, {}, ['a']).send(OPEN, ENTER).value).toEqual([])
  const kept = aSelect(letters, { allowEmpty: false }, ['a']).send(OPEN, ENTER)
  expect(kept.value).toEqual(['a'])
  expect(kept.state.open).toBe(false)
  expect(aSelect(letters, { allowEmpty: false, multiple: true }, ['a', 'b']).send(OPEN, ENTER).value).toEqual(
    ['b'],
  )
})

test('Tab closes a searchable select and selects nothing', () => {
  const select = aSelect(letters).send(OPEN, DOWN, TAB)
  expect(select.value).toEqual([])
  expect(select.state.open).toBe(false)
})

test('Tab selects the moved highlight of a select without search, and never removes', () => {
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

test('Backspace with an empty query removes the last value and stays open', () => {
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

test('selects nothing at the maximum until a value is removed', () => {
  const select = aSelect(letters, { multiple: true, max: 2 }, ['a', 'b']).send(OPEN, DOWN, ENTER)
  expect(select.value).toEqual(['a', 'b'])
  select.send(OPEN, { type: 'remove', value: 'a' }, OPEN, DOWN, DOWN, ENTER)
  expect(select.value).toEqual(['b', 'c'])
})

test('a move in a full list keeps the highlight until a value is removed', () => {
  const full = aSelect(letters, { multiple: true, max: 1, closeOnSelect: false }).send(OPEN, ENTER)
  expect(full.highlighted()).toBeUndefined()
  expect(full.send(DOWN, ERASE).highlighted()).toBe('a')
})

test('a tag is emitted trimmed, and the query is cleared', () => {
  const select = aSelect(letters, { multiple: true }).send(OPEN, typing(' new '), ENTER)
  expect(select.tags).toEqual(['new'])
  expect(select.state.query).toBe('')
  expect(aSelect(letters).send(OPEN, typing('A'), ENTER)).toMatchObject({ tags: [], value: ['a'] })
})

test('a group row selects its enabled options up to the maximum, or removes them if all were selected', () => {
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

test('clearing removes all but the disabled values', () => {
  expect(aSelect(regions, { multiple: true }, ['lipa', 'cebu']).send({ type: 'clear' }).value).toEqual([
    'cebu',
  ])
  expect(
    aSelect(regions, { multiple: true, allowEmpty: false }, ['lipa']).send({ type: 'clear' }).value,
  ).toEqual(['lipa'])
})

test('the query survives closing only with preserveSearch', () => {
  expect(
    aSelect(letters, { preserveSearch: true }).send(OPEN, typing('x'), { type: 'close' }, OPEN).state.query,
  ).toBe('x')
})
