import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { showToast, ToastHost } from './toast-library.tsx'

test('a toast is shown once while visible, and again while the first one is closing', async () => {
  const user = userEvent.setup()
  render(<ToastHost />)
  const ran: string[] = []
  const show = (name: string) =>
    showToast('ready', 'cards.csv is ready', { label: 'Download', run: () => ran.push(name) })
  show('first')
  await screen.findByRole('button', { name: 'Download' })
  show('second')
  await user.click(screen.getByRole('button', { name: 'Download' }))
  expect(ran).toEqual(['second'])
  show('third')
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Download' })).toHaveLength(2))
  for (const button of screen.getAllByRole('button', { name: 'Download' })) await user.click(button)
  expect(ran).toContain('third')
})
