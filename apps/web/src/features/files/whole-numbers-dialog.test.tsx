import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FormError } from '../../kit/form/form-error.ts'
import { WholeNumbersDialog } from './whole-numbers-dialog.tsx'

const user = userEvent.setup()

test('requires and sends a reason and a ticket, and keeps the dialog open after a refusal', async () => {
  const onReason = vi.fn<(reason: object) => Promise<void>>(() =>
    Promise.reject(new FormError('Too many files today.')),
  )
  const onClose = vi.fn()
  render(<WholeNumbersDialog title="Download result?" yes="Download" {...{ onReason, onClose }} />)
  const submit = () => user.click(screen.getByRole('button', { name: 'Download', hidden: true }))
  await submit()
  await waitFor(() => expect(screen.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true'))
  expect(onReason).not.toHaveBeenCalled()
  await user.selectOptions(screen.getByLabelText('Reason'), 'MEMBER_COMPLAINT')
  await user.type(screen.getByLabelText('Ticket number'), 'INC-2026-00001')
  await submit()
  await screen.findByText('Too many files today.')
  expect(onClose).not.toHaveBeenCalled()
  onReason.mockImplementation(() => Promise.resolve())
  await submit()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(onReason).toHaveBeenLastCalledWith({ reason: 'MEMBER_COMPLAINT', ticket_no: 'INC-2026-00001' })
})
