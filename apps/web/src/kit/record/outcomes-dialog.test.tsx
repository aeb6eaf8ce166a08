import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ApiError } from '../../net/api-error.ts'
import { performWrite, type Undo, type Write } from '../form/use-write.ts'
import { useNotifications } from '../notifications/notifications.ts'
import { OutcomesDialog } from './outcomes-dialog.tsx'

const user = userEvent.setup()

function show(undo: () => Promise<boolean>) {
  const closed: string[] = []
  render(
    <OutcomesDialog
      title="1 of 2 branches was not deleted"
      refusals={[{ id: '1', name: 'BYH 0101', reason: '12 terminals stand there.' }]}
      done={['BYH 0109']}
      undo={undo}
      onClose={() => closed.push('closed')}
    />,
  )
  return closed
}
const undoButton = () => screen.queryByRole('button', { name: 'Undo BYH 0109' })

test('what was done can be undone next to what was refused, and the focus stays in the dialog', async () => {
  const calls: string[] = []
  const closed = show(async () => calls.push('undo') > 0)
  expect(screen.getByText('Done')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo BYH 0109' }))
  expect(await screen.findByText('Undone')).toBeTruthy()
  expect([undoButton(), calls, closed]).toEqual([null, ['undo'], []])
  expect(document.activeElement?.textContent).toBe('Close')
})

test('a failed undo closes the dialog, so that its message can be read', async () => {
  let failing: Undo | undefined
  const write: Write<undefined, string> = {
    run: async () => 'BYH 0109 deleted',
    successText: (text) => text,
    undo: () => () => Promise.reject(new ApiError(409, { code: 'x', detail: 'It was restored.' })),
    close: (_, undo) => {
      failing = undo
    },
  }
  await performWrite(write, { input: undefined, key: 'k1', isShown: () => true })
  const closed = show(failing ?? Promise.reject)
  await user.click(screen.getByRole('button', { name: 'Undo BYH 0109' }))
  expect(closed).toEqual(['closed'])
  const [latest] = useNotifications.getState().log
  expect(latest?.text).toBe('It was restored.')
})
