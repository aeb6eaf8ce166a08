import { expect, test } from 'vitest'
import { type Drill, parseDrill, printDrill } from './links.ts'

test.each<[Drill, string]>([
  [{ figure: 'TRANSACTIONS' }, 'TRANSACTIONS~~~'],
  [{ figure: 'TRANSACTIONS', company_code: 'NLF', tran_class: 'EARN' }, 'TRANSACTIONS~NLF~EARN~'],
  [{ figure: 'TRANSACTIONS', company_code: '', tran_class: '' }, 'TRANSACTIONS~-~-~'],
  [{ figure: 'PENDING', age: '16+' }, 'PENDING~~~16+'],
])('%j is %s in the address, and back', (drill, text) => {
  expect(printDrill(drill)).toBe(text)
  const read = Object.entries(parseDrill(text)).filter(([, value]) => value !== undefined)
  expect(Object.fromEntries(read)).toEqual(drill)
})
