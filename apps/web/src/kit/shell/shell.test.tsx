import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { show, testServer } from '../../testing/screen.tsx'
import { choose } from '../preferences/preferences.ts'
import { Shell } from './shell.tsx'

testServer()
const user = userEvent.setup()
afterEach(() => choose({ closed_groups: [] }))

const toggle = (group: string) => screen.queryByRole('button', { name: `Screens of ${group}` })

test('groups of the sidebar fold by keyboard, except that of the current screen', async () => {
  choose({ closed_groups: ['Glass', 'Access'] })
  await show('/users/users_policies', () => <Shell>Policies</Shell>)
  expect(screen.getByRole('link', { name: 'Policies' }).getAttribute('aria-current')).toBe('page')
  expect(toggle('Access')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Branch' })).toBeNull()
  expect(toggle('Glass')?.getAttribute('aria-expanded')).toBe('false')
  toggle('Glass')?.focus()
  await user.keyboard('{Enter}')
  expect(toggle('Glass')?.getAttribute('aria-expanded')).toBe('true')
  screen.getByRole('link', { name: 'Branch' })
})
