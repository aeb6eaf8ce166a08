import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../testing/axe.ts'
import { AccessMarks } from './access-marks.tsx'

test('names both permissions of a conflict in words, and how long a user is away', async () => {
  render(<AccessMarks name="Ana Cruz" isDormant conflicts={[['user:create', 'role:grant']]} />)
  screen.getByText('No sign-in for 60 days. Disable the account if it is no longer needed.')
  const conflict = screen.getByText('Conflicting permissions').closest('[data-tone]')
  expect(conflict?.textContent).toContain('Ana Cruz can both create users and assign roles to users')
  expect(conflict?.textContent).toContain('user:create, role:grant')
  await expectAccessible(document.body)
})
