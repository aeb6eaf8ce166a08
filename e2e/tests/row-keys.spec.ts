import { signIn } from './demo-users.ts'
import { expect, test } from './test.ts'

test('by keyboard: keys of rows work before a row has the focus, and the search leads to its results', async ({
  page,
}) => {
  const table = page.getByRole('table', { name: 'Establishment' })
  const row = (at: number) =>
    table
      .getByRole('row')
      .nth(at + 1)
      .getByRole('link')
  const title = page.getByRole('heading', { level: 1, name: 'Establishment' })
  const search = page.getByRole('searchbox')
  await signIn(page, 'glass', '/glass/establishment')
  await expect(row(1)).toBeVisible()

  for (const key of ['j', 'k', 'ArrowDown', 'Home', 'Enter']) {
    await test.step(key, async () => {
      // Start with a new list and the focus on its heading.
      await page.reload()
      await expect(row(1)).toBeVisible()
      await title.focus()
      await page.keyboard.press(key)
      await expect(row(0)).toBeFocused()
      await page.keyboard.press('j')
      await expect(row(1)).toBeFocused()
    })
  }
  await test.step('x', async () => {
    await title.focus()
    await page.keyboard.press('Home')
    await title.focus()
    await page.keyboard.press('x')
    await expect(table.getByRole('row').nth(1).getByRole('checkbox')).toBeChecked()
    await page.keyboard.press('x')
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  })
  await test.step('m', async () => {
    await title.focus()
    await page.keyboard.press('m')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
  })
  await test.step('search', async () => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(row(0)).toBeFocused()
    const code = await row(5).textContent()
    await page.keyboard.press('/')
    await page.keyboard.type(code ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/q=/)
    await expect(row(0)).toBeFocused()
    await expect(row(0)).toHaveText(code ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/establishment\/[\da-f-]{36}/)
  })
})
