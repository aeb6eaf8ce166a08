import { expect, test } from 'vitest'
import { similarNames } from './similar-names.ts'

const similarity = (one: string, other: string) =>
  similarNames(one, [{ id: '1', name: other, email: 'other@example.com' }])[0]?.similarity

test.each([
  ['Maria Reyes', 'maria  REYES'],
  ['Zoë Núñez', 'Zoe Nunez'],
  ['Maria Reyes', 'Reyes, Maria'],
  ['Maria Reyes', 'Mar\u200bia Reyes'],
  ['Maria Reyes', '\u202eMaria Reyes\u202c'],
  ['Maria Reyes', 'Ｍａｒｉａ Reyes'],
])('%s and %j are equal', (one, other) => {
  expect([similarity(one, other), similarity(other, one)]).toEqual(['equal', 'equal'])
})

test.each([
  ['Maria Reyes', 'Mаria Reyes'],
  ['Maria Reyes', 'Maria Rеуеѕ'],
  ['Oscar Lim', '0scar Lim'],
  ['Alma Dizon', 'AIma Dizon'],
  ['Alma Dizon', 'A1ma Dizon'],
  ['Carmen Lim', 'Carrnen Lim'],
  ['Liza Manalo', 'Manalo Iiza'],
])('%s and %s are confusable', (one, other) => {
  expect([similarity(one, other), similarity(other, one)]).toEqual(['confusable', 'confusable'])
})

test.each([
  ['Maria Reyes', 'Mario Reyes'],
  ['Maria Reyes', 'Maria Cruz'],
  ['Maria Reyes', 'Maria'],
  ['', ''],
  ['\u200b', '-'],
])('%j and %j are neither', (one, other) => {
  expect(similarity(one, other)).toBeUndefined()
})

const people = [
  { id: '1', name: 'Maria Reyes', email: 'maria@example.com' },
  { id: '2', name: 'María Reyes', email: 'm.reyes@example.com' },
  { id: '3', name: 'Oscar Lim', email: 'oscar@example.com' },
]

test('finds the other people, not the person', () => {
  expect(similarNames('Maria Reyes', people, '1')).toEqual([{ ...people[1], similarity: 'equal' }])
  expect(similarNames('0scar Lim', people)).toEqual([{ ...people[2], similarity: 'confusable' }])
})
