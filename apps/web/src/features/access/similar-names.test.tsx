import { userEndpoints } from '@backoffice/contract/users'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../testing/axe.ts'
import { serve, show, testServer } from '../../testing/screen.tsx'
import { SimilarNames, SimilarUsers } from './similar-names.tsx'

testServer()
const ID = '01900000-0000-7000-8000-000000000001'
const found = (similarity: 'equal' | 'confusable') =>
  serve(userEndpoints.similarNames, () => ({
    items: [{ id: ID, name: 'María Reyes', email: 'm.reyes@example.com', similarity }],
  }))

test.each([
  ['equal', 'Another user has this name'],
  ['confusable', 'Another user has a similar name'],
] as const)('an %s name shows the email that tells them apart', async (similarity, title) => {
  found(similarity)
  await show('/', () => <SimilarNames name="Maria Reyes" />)
  await screen.findByText(title)
  screen.getByText('María Reyes, m.reyes@example.com. Compare the email.')
  await expectAccessible(document.body)
})

test('several users are not one', async () => {
  const one = { id: ID, name: 'María Reyes', email: 'm.reyes@example.com', similarity: 'equal' } as const
  await show('/', () => <SimilarUsers found={[one, { ...one, email: 'other@example.com' }]} />)
  screen.getByText('Other users have the same names')
})

test('no name is not looked up', async () => {
  const calls = found('equal')
  await show('/', () => <SimilarNames name="" />)
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(calls).toHaveLength(0)
})
