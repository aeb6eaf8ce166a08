import { expect, test } from './test.ts'

const PATH = '/api/operations/smac_inquiry'

test('the API reader shows the operations without violating the content security policy', async ({
  page,
}) => {
  const unknown: string[] = []
  page.on('console', (message) => {
    if (/permissions-policy/i.test(message.text())) unknown.push(message.text())
  })
  // Serves one path only, because the reader resolves the whole document first.
  await page.route('**/api/docs/json', async (route) => {
    const document = await (await route.fetch()).json()
    const paths = { [PATH]: document.paths[PATH] }
    await route.fulfill({ json: { ...document, paths } })
  })
  // The address of one operation, because only operations in view are rendered.
  const policy = (await page.goto('/api/docs#/inquiries/inquiries.run'))?.headers()['content-security-policy']
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/unsafe|https?:/)
  const operation = page.getByRole('button', { name: /^POST .*smac_inquiry Run / })
  await expect(operation).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('Needs inquiry:run.')).toBeVisible()
  await expect(page.getByText('Responses', { exact: true })).toBeVisible()
  await expect(page.getByRole('cell', { name: '202', exact: true })).toBeVisible()
  expect(unknown).toEqual([])
})
