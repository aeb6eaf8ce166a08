import { expect, test } from 'vitest'
import { changeMessage, liveMessage } from './use-select.ts'

const nameOf = (value: string) => value.toUpperCase()

test.each<[before: string[], after: string[], message: string]>([
  [[], ['a'], 'A selected'],
  [['a'], [], 'A removed'],
  [['a'], ['b'], 'B selected, A removed'],
  [['a'], ['a', 'b', 'c'], '2 options selected'],
  [['a', 'b', 'c'], [], '3 options removed'],
])('%j to %j: %s', (before, after, message) => {
  expect(changeMessage(before, after, nameOf)).toBe(message)
})

const moment = { changed: '', message: undefined, open: true, query: '', found: 3, optionsLimit: 1_000 }

test.each<[what: Partial<Parameters<typeof liveMessage>[0]>, message: string]>([
  [{}, ''],
  [{ query: 'a' }, '3 results'],
  [{ query: 'a', found: 1 }, '1 result'],
  [{ query: 'a', found: 1_000 }, 'First 1000 results'],
  [{ query: 'a', message: 'List is empty.' }, 'List is empty.'],
  [{ message: 'List is empty.', open: false }, ''],
  [{ changed: 'A selected', message: 'Full.' }, 'A selected. Full.'],
])('%j: %s', (what, message) => {
  expect(liveMessage({ ...moment, ...what })).toBe(message)
})
