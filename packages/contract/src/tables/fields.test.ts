import { expect, test } from 'vitest'
import { ownCode } from '../table.ts'
import { choice, code, decimal, integer, reference, text } from './fields.ts'
import { TABLES, tableAt } from './tables.ts'

test('derives the rules of a field from its length and optionality', () => {
  expect(text('Name', 40).rules).toBe('required|max:40')
  expect(text('Email', 254, { rules: 'email', optional: true }).rules).toBe('email|max:254')
  expect(code('Code', 6, { rules: 'alpha_num:en|min:3' }).rules).toBe('required|alpha_num:en|min:3|max:6')
  expect(reference('Company', 6, { table: 'lookup/company_group' }).rules).toBe('select_required|max:6')
  expect(integer('Days', 30)).toMatchObject({ rules: 'required|integer|between:0,30', max: 2 })
  expect(decimal('Rate', [6, 2])).toMatchObject({ rules: { min_value: 0.01 }, max: 9 })
  expect(choice('Type', { CASH: 'Cash', POINTS: 'Points' }).max).toBe(6)
})

test('a misspelled option does not compile', () => {
  // @ts-expect-error
  expect(code('Code', 6, { optional: true, msked: true })).toMatchObject({ max: 6 })
  // @ts-expect-error: a text cannot be masked
  expect(text('Name', 40, { masked: true })).toMatchObject({ max: 40 })
  // @ts-expect-error
  const misspelt = reference('Company', 6, { table: 'lookup/company_group' }, { optinal: true })
  expect(misspelt).toMatchObject({ max: 6 })
})

test('a reference has the length of its code', () => {
  const lengths = TABLES.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { reference: to, max }]) => {
      const other = to && tableAt(to.table)
      return other ? [[`${name}.${field}`, max, other.fields[ownCode(other)]?.max]] : []
    }),
  )
  expect(lengths.length).toBeGreaterThan(5)
  for (const [field, max, referred] of lengths) expect([field, max]).toEqual([field, referred])
})
