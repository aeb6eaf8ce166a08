import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { expectAccessible } from '../../testing/axe.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { merge } from './merge.ts'

const BASE = { name: 'Fuel card', to: '', scheme: '', status: 'ACTIVE', company: 'NLF' }
const MINE = { ...BASE, name: 'Mine', to: '2027-12-31', scheme: 'VISA' }
const THEIRS = { ...BASE, name: 'Theirs', to: '2027-06-30', status: 'INACTIVE' }

function open(actor?: string) {
  const on = { onSave: vi.fn(), onDiscard: vi.fn(), onBack: vi.fn() }
  render(
    <ConflictDialog
      {...on}
      noun="tender"
      saved={{ actor, record: 'FUEL 0041', when: 'at 08:11' }}
      version={2}
      fields={merge(BASE, MINE, THEIRS, Object.keys(BASE))}
      labelOf={(name) => name}
      shown={(_, value) => value || 'none'}
    />,
  )
  const button = (name: string) => screen.getByText(name, { selector: 'button' })
  const row = (name: string) => screen.getByRole('rowheader', { name: new RegExp(`^${name}`) }).closest('tr')
  return { ...on, button, row, user: userEvent.setup() }
}

test('two versions are merged field by field; a field that both changed holds the save back', async () => {
  const { onSave, button, row, user } = open('Carla Lim')
  expect(screen.getByText(/^Carla Lim saved/).textContent).toContain('FUEL 0041 at 08:11')
  expect(screen.getByRole('columnheader', { name: /^Theirs, version 2/ })).toBeDefined()
  expect(screen.getByText('2 fields left to choose')).toBeDefined()
  expect(row('scheme')?.textContent).toContain('only you changed it')
  expect(row('status')?.textContent).toContain('only Carla Lim changed it')
  expect(screen.getByText('1 field is the same on both sides')).toBeDefined()
  await expectAccessible(document.body)
  await user.click(button('Save'))
  expect(onSave).not.toHaveBeenCalled()

  await user.click(screen.getByLabelText('to, theirs: 2027-06-30'))
  expect(screen.getByText('1 field left to choose')).toBeDefined()
  await user.click(screen.getByLabelText('name, yours: Mine'))
  expect(within(row('name') ?? document.body).getByText('both changed, yours chosen')).toBeDefined()
  expect(screen.getByText('Nothing left to choose')).toBeDefined()
  await user.click(button('Save'))
  expect(onSave).toHaveBeenCalledWith({
    name: 'Mine',
    to: '2027-06-30',
    scheme: 'VISA',
    status: 'INACTIVE',
    company: 'NLF',
  })
})

test('all of one side are taken at once, and one of them chosen otherwise', async () => {
  const { onSave, button, user } = open()
  expect(screen.getByText(/^Another user saved/, { selector: 'p' })).toBeDefined()
  await user.click(screen.getByLabelText('Take all of theirs'))
  await user.click(screen.getByLabelText('name, yours: Mine'))
  await user.click(button('Save'))
  expect(onSave.mock.calls[0]?.[0]).toMatchObject({ name: 'Mine', to: '2027-06-30', scheme: 'VISA' })
  await user.click(screen.getByLabelText('Take all of yours'))
  await user.click(button('Save'))
  expect(onSave.mock.calls[1]?.[0]).toMatchObject({ name: 'Mine', to: '2027-12-31', status: 'INACTIVE' })
})

test('what was typed is discarded, or kept in the form', async () => {
  const { onBack, onDiscard, button, user } = open('Carla Lim')
  await user.click(button('Back to the form'))
  expect(onBack).toHaveBeenCalledOnce()
  await user.click(button('Discard my changes'))
  expect(onDiscard).toHaveBeenCalledOnce()
})
