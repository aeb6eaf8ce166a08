import { expect, test } from './test.ts'

test('the API reader shows the operations without violating the content security policy', async ({
  page,
}) => {
  const unknown: string[] = []
  page.on('console', (message) => {
    if (/permissions-policy/i.test(message.text())) unknown.push(message.text())
  })
  const policy = (await page.goto('/api/docs'))?.headers()['content-security-policy']
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/unsafe|https?:/)
  const operation = page.getByRole('button', { name: /^POST .*smac_inquiry Answer/ })
  // Of so many only those in view are rendered.
  await page.setViewportSize({ width: 1280, height: 4_000 })
  await expect(async () => {
    await page.mouse.wheel(0, 2_000)
    await expect(operation).toBeVisible({ timeout: 300 })
  }).toPass({ intervals: [100] })
  await operation.click()
  await expect(page.getByText('Needs inquiry:run.')).toBeVisible()
  await expect(page.getByText('Responses', { exact: true })).toBeVisible()
  await expect(page.getByRole('cell', { name: '202', exact: true })).toBeVisible()
  expect(unknown).toEqual([])
})
