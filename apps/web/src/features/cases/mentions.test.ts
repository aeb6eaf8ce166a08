import { expect, test } from 'vitest'
import { mentionParts, mentionsIn, typedMention, withMention } from './mentions.ts'

const query = (text: string, caret = text.length) => typedMention(text, caret)?.query

test('a mention is typed after an @ at the start of a word, up to two words', () => {
  expect(['@', 'Hi @den', '(@den', '@Dennis Pas'].map((text) => query(text))).toEqual([
    '',
    'den',
    'den',
    'Dennis Pas',
  ])
  const others = ['Hi', 'ana@example.com', '@ den', '@Dennis Pascual can', '@Dennis\n']
  expect(others.map((text) => query(text))).toEqual(others.map(() => undefined))
  expect(typedMention('@den now', 4)).toEqual({ start: 0, query: 'den' })
})

test('a chosen name replaces what was typed, with one space after it', () => {
  expect(withMention('Hi @den now', { start: 3, end: 7 }, 'Dennis Pascual')).toEqual({
    text: 'Hi @Dennis Pascual now',
    caret: 19,
  })
  expect(withMention('@', { start: 0, end: 1 }, 'Ana Uy')).toEqual({ text: '@Ana Uy ', caret: 8 })
})

test('a removed mention is not sent', () => {
  const ana = { id: '1', name: 'Ana Uy' }
  const dennis = { id: '2', name: 'Dennis Pascual' }
  expect(mentionsIn('@Ana Uy look', [ana, dennis, ana])).toEqual([ana])
})

test('splits a note at its mentions', () => {
  const parts = mentionParts('To @Ana Uy and @Ana', ['Ana Uy'])
  expect(parts.map(({ part, isMention }) => [part, isMention])).toEqual([
    ['To ', false],
    ['@Ana Uy', true],
    [' and @Ana', false],
  ])
  expect(mentionParts('', ['Ana Uy'])).toEqual([])
})
