import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { useNotifications } from '../../kit/notifications/notifications.ts'
import { screenOf, show, testServer } from '../../testing/screen.tsx'
import { Route } from './roles.route.tsx'

const RolesScreen = screenOf(Route)

const VIEW = { id: 'v1', version: 1, name: 'High risk', audience: 'MINE', is_mine: true, is_default: false }
const server = testServer()
let views: object[]
beforeEach(() => {
  views = []
  const page = { total: 0, total_estimated: false, page: 1, page_size: 50, next: null, previous: null }
  server.replies = {
    'GET /role': () => ({ body: { resource: { ...page, items: [] } } }),
    'GET /views': () => ({ body: { resource: { items: views } } }),
  }
})

const user = userEvent.setup()

test('saves a list as a view after one refusal', async () => {
  await show('/users/users_roles', () => <RolesScreen />)
  await user.click(await screen.findByRole('button', { name: /^View/ }))
  await user.click(await screen.findByText('Save as a new view…'))
  await user.type(await screen.findByLabelText('Name'), 'High risk')
  server.replies['POST /views'] = () => ({ status: 409, body: { code: 'x', detail: 'The name is taken.' } })
  await user.click(screen.getByRole('button', { name: 'Save', hidden: true }))
  await screen.findByText('The name is taken.')
  server.replies['POST /views'] = () => {
    const view = { ...VIEW, content: {} }
    views = [view]
    return { status: 201, body: { resource: view } }
  }
  await user.click(screen.getByRole('button', { name: 'Save', hidden: true }))
  await waitFor(() =>
    expect(useNotifications.getState().log.map(({ text }) => text)).toContain('View High risk saved'),
  )
  await screen.findAllByText('High risk')
})
