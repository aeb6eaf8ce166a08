import { list } from '@backoffice/contract/list'
import { type View, viewEndpoints } from '@backoffice/contract/views'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../testing/axe.ts'
import { allowOnly, serve, show, testServer } from '../../testing/screen.tsx'
import type { List } from './columns.ts'
import { useList } from './use-list.ts'
import { useViews } from './views.ts'
import { ViewsPanel } from './views-panel.tsx'

const samples = list({
  name: 'tenders',
  title: 'Samples',
  fields: { code: { label: 'Code', type: 'code', filter: true, sort: true } },
  sort: ['code:asc'],
})
const SAMPLES: List<{ id: string }, typeof samples> = {
  declaration: samples,
  noun: 'sample',
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  columns: [{ field: 'code', always: true, cell: ({ id }) => id }],
}
const AUDITOR = { id: '00000000-0000-4000-8000-000000000003', name: 'Auditor' }
const VIEW: View = {
  id: '00000000-0000-4000-8000-000000000001',
  version: 1,
  list: 'tenders',
  name: 'Month-end',
  audience: 'ROLE',
  role: AUDITOR,
  content: {},
  owner: { id: '00000000-0000-4000-8000-000000000002', name: 'Alma Dizon' },
  is_mine: true,
  is_default: false,
}

testServer()
const user = userEvent.setup()

function Panel() {
  const state = useList(SAMPLES)
  const { active, ...views } = useViews(state)
  return (
    <main>
      <ViewsPanel state={state} active={active} {...views} onClose={() => undefined} />
    </main>
  )
}

async function saveNew() {
  await user.click(await screen.findByText('Save as a new view…'))
  await user.type(screen.getByLabelText('Name'), 'Month-end')
}

test('shares a view with another role, and does not share it again when it is renamed', async () => {
  serve(viewEndpoints.list, () => ({ items: [] }))
  serve(viewEndpoints.roles, () => ({ items: [AUDITOR] }))
  await show('/samples', () => <Panel />)
  await saveNew()
  await user.click(screen.getByLabelText('A role'))
  await screen.findByRole('option', { name: 'Auditor' })
  await user.selectOptions(screen.getByLabelText('Role'), 'Auditor')
  await expectAccessible(screen.getByRole('form', { name: 'New view' }))
  const created = serve(viewEndpoints.create, () => VIEW)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('shared with Auditor')
  expect(created[0]?.body).toMatchObject({ audience: 'ROLE', role_id: AUDITOR.id })

  await user.click(screen.getByRole('button', { name: 'Edit Month-end' }))
  await user.type(screen.getByLabelText('Name'), ' 2')
  const updated = serve(viewEndpoints.update, () => VIEW)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(updated[0]?.body).toEqual({ version: 1, name: 'Month-end 2' }))
})

test('without the permission a view is shared with the own role only', async () => {
  allowOnly(['All'], ['role:view'])
  serve(viewEndpoints.list, () => ({ items: [] }))
  await show('/samples', () => <Panel />)
  await saveNew()
  await user.click(screen.getByLabelText('My role'))
  expect(screen.queryByLabelText('Role')).toBeNull()
  const created = serve(viewEndpoints.create, () => VIEW)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(created[0]?.body).not.toHaveProperty('role_id'))
})
