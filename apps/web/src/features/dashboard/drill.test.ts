import { expect, test } from 'vitest'
import { type Drill, drillTitle, parseDay, parseDrill, printDrill } from './drill.ts'

const date = '2026-11-25'

test.each<[Drill, string]>([
  [{ date, figure: 'TRANSACTIONS' }, 'Transactions'],
  [{ date, figure: 'TRANSACTIONS', company_code: ['NLF'], tran_class: ['EARN'] }, 'Transactions, NLF, Earn'],
  [
    { date, figure: 'TRANSACTIONS', company_code: ['', 'MBR'], tran_class: [''] },
    'Transactions, no company and MBR, not mapped',
  ],
  [{ date: undefined, figure: 'PENDING', age: '16+' }, 'Points pending, over 15 working days'],
])('%j stays the same through the address: %s', (drill, title) => {
  expect(parseDrill(printDrill(drill))).toEqual(drill)
  expect(drillTitle(drill)).toBe(title)
})

test('unknown parts of an address are left out, and days that do not exist', () => {
  const search = { figure: 'ALL', company: 'NLF;--', class: 'STEAL', age: '99', date: '2026-02-31' }
  expect(parseDrill(search)).toEqual({ date: undefined, figure: 'TRANSACTIONS' })
  expect([parseDay('2026-02-29'), parseDay('2028-02-29'), parseDay(7)]).toEqual([
    undefined,
    '2028-02-29',
    undefined,
  ])
})
