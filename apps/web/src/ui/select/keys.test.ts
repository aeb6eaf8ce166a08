import { expect, test } from 'vitest'
import { answerKey } from './keys.ts'

const plain = { repeat: false, modified: false, composing: false }
const open = { open: true, query: '', searchable: true, disabled: false }
const shut = { ...open, open: false }
const fixed = { ...open, searchable: false }

test.each<[what: string, answer: ReturnType<typeof answerKey>, expected: ReturnType<typeof answerKey>]>([
  ['Enter in a closed list is the form’s', answerKey({ ...plain, key: 'Enter' }, shut), {}],
  [
    'Enter held down is not',
    answerKey({ ...plain, key: 'Enter', repeat: true }, shut),
    { prevent: true, stop: true },
  ],
  [
    'Enter that ends a composition is the input’s',
    answerKey({ ...plain, key: 'Enter', composing: true }, open),
    {},
  ],
  ['Escape with the list closed is the dialog’s', answerKey({ ...plain, key: 'Escape' }, shut), {}],
  ['Shift and Home select text', answerKey({ ...plain, key: 'Home', modified: true }, open), {}],
  ['Home with the list closed is the input’s', answerKey({ ...plain, key: 'Home' }, shut), {}],
  [
    'Backspace in a text is the input’s',
    answerKey({ ...plain, key: 'Backspace' }, { ...open, query: 'x' }),
    {},
  ],
  ['Backspace where nothing is searched', answerKey({ ...plain, key: 'Backspace' }, fixed), {}],
  [
    'Space opens what is not searchable',
    answerKey({ ...plain, key: ' ' }, { ...fixed, open: false }),
    { event: { type: 'open' }, prevent: true },
  ],
  ['Space is text where there is a search', answerKey({ ...plain, key: ' ' }, shut), {}],
  ['disabled', answerKey({ ...plain, key: 'Enter' }, { ...open, disabled: true }), {}],
])('%s', (_what, answer, expected) => {
  expect(answer).toEqual(expected)
})
