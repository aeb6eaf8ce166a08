import { expect, test } from 'vitest'
import { ALWAYS, COLLAPSE_MS, DENIED, TOASTS, type ToastKind, UNAUTHORIZED } from './toast-kinds.ts'

type Row = [ToastKind, number, string, string, hidden: boolean, theme: string]

test.each<Row>([
  ['done', 1000, 'top-right', 'status', true, 'colored'],
  ['unauthorized', 1000, 'bottom-right', 'alert', true, 'colored'],
  ['denied', 3000, 'bottom-center', 'alert', true, 'colored'],
  ['failed', 5000, 'top-right', 'alert', false, 'light'],
  ['undo', 5000, 'top-right', 'status', false, 'light'],
])('%s: %i ms, %s, %s', (kind, autoClose, position, role, hideProgressBar, theme) => {
  expect(TOASTS[kind]).toMatchObject({ autoClose, position, role, hideProgressBar, theme })
})

test('every toast is closed by a click and waits for who looks at it', () => {
  expect(ALWAYS).toMatchObject({ closeOnClick: true, pauseOnHover: true, pauseOnFocusLoss: true })
  expect(COLLAPSE_MS).toBe(300)
})

test('the two refusals, letter by letter', () => {
  expect(UNAUTHORIZED).toBe('Unauthorized Access')
  expect(DENIED).toBe('User is not auhorized to perform this action.')
})
