import { approvalEndpoints, type RequestRows as Page } from '@backoffice/contract/approvals'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { expectAccessible } from '../../testing/axe.ts'
import { serve, show, testServer } from '../../testing/screen.tsx'
import { RequestRows } from './request-rows.tsx'
import { anApproval } from './requests/sample-approval.ts'

testServer()
const user = userEvent.setup()

const name = (index: number) => ({
  ...{ field: 'name', label: 'Name', from: `Old ${index}`, to: `New ${index}` },
  ...{ is_governed: false, rows: 40 },
})
const points = { field: 'type', label: 'Type', from: 'Cash', to: 'Points', is_governed: true, rows: 1 }
const PAGE: Page = {
  items: Array.from({ length: 25 }, (_, index) => ({
    ...{ key: `P${index}`, name: `New ${index}`, is_new: false },
    changes: index === 0 ? [points, name(index)] : [name(index)],
  })),
  ...{ total: 40, page: 1, page_size: 25, new_rows: 2 },
  fields: [
    { field: 'type', label: 'Type', is_governed: true, rows: 1 },
    { field: 'name', label: 'Name', is_governed: false, rows: 40 },
  ],
}

async function open() {
  const calls = serve(approvalEndpoints.rows, () => PAGE)
  const found = anApproval({ impact: null, row_count: 40 })
  await show('/approvals', () => (
    <main>
      <RequestRows found={found} />
    </main>
  ))
  await screen.findByText('P0')
  return calls
}

test('marks the sensitive change that only one row has, and says so above the rows', async () => {
  await open()
  const first = within(screen.getByText('P0').closest('li') ?? document.body)
  expect(first.getByText('Sensitive')).toBeDefined()
  expect(first.getByText('Only this row')).toBeDefined()
  const second = screen.getByText('P1').closest('li')
  expect(second?.textContent).toBe('P1 New 1NameOld 1 →to New 1')
  expect(
    screen.getByText('Sensitive changes come first: Type in 1 row. 2 new rows. No other row changes.'),
  ).toBeDefined()
  await expectAccessible(document.body)
})

test('lists every row by page, and those that change a field', async () => {
  const calls = await open()
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await expect.poll(() => calls.length).toBe(2)
  await user.click(screen.getByRole('button', { name: 'Type 1' }))
  await expect
    .poll(() => calls.map(({ body }) => body))
    .toEqual([
      { page: 1, page_size: 25 },
      { page: 2, page_size: 25 },
      { page: 1, page_size: 25, field: 'type' },
    ])
})
