import { expect, test } from 'vitest'
import { keyAction } from './use-select.ts'

const plain = { repeat: false, modified: false, composing: false }
const open = { open: true, query: '', searchable: true, disabled: false }
const shut = { ...open, open: false }
const fixed = { ...open, searchable: false }

test.each<[what: string, action: ReturnType<typeof keyAction>, expected: ReturnType<typeof keyAction>]>([
  ['Enter in a closed list is the form’s', keyAction({ ...plain, key: 'Enter' }, shut), {}],
  [
    'Enter held down is not',
    keyAction({ ...plain, key: 'Enter', repeat: true }, shut),
    { prevent: true, stop: true },
  ],
  [
    'Enter that ends a composition is the input’s',
    keyAction({ ...plain, key: 'Enter', composing: true }, open),
    {},
  ],
  ['Escape with the list closed is the dialog’s', keyAction({ ...plain, key: 'Escape' }, shut), {}],
  ['Shift and Home select text', keyAction({ ...plain, key: 'Home', modified: true }, open), {}],
  ['Home with the list closed is the input’s', keyAction({ ...plain, key: 'Home' }, shut), {}],
  [
    'Backspace in a text is the input’s',
    keyAction({ ...plain, key: 'Backspace' }, { ...open, query: 'x' }),
    {},
  ],
  ['Backspace where nothing is searched', keyAction({ ...plain, key: 'Backspace' }, fixed), {}],
  [
    'Space opens what is not searchable',
    keyAction({ ...plain, key: ' ' }, { ...fixed, open: false }),
    { event: { type: 'open' }, prevent: true },
  ],
  ['Space is text where there is a search', keyAction({ ...plain, key: ' ' }, shut), {}],
  ['disabled', keyAction({ ...plain, key: 'Enter' }, { ...open, disabled: true }), {}],
])('%s', (_what, action, expected) => {
  expect(action).toEqual(expected)
})
