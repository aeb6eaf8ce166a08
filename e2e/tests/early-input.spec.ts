import type { Page } from '@playwright/test'
import { emailOf } from './demo-users.ts'
import { holdResponses, waitUntilInteractive } from './page-objects.ts'
import { expect, test } from './test.ts'

const CODE = /\/assets\/[^/]+\.js$/

/** Opens a public page whose code is held until the returned function is called. */
async function openHeld(page: Page, address: string): Promise<() => Promise<void>> {
  const release = await holdResponses(page, CODE)
  await page.goto(address, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return async () => {
    release()
    await waitUntilInteractive(page)
  }
}

test('input on /components before hydration is kept and registered by its forms', async ({ page }) => {
  const release = await openHeld(page, '/components')
  const form = page.getByRole('form', { name: 'New member of staff' })
  // Kept by the browser.
  await page.getByLabel('Amount, PHP').fill('12.50')
  await page.getByLabel('Valid from', { exact: true }).fill('2026-11-21')
  await page.getByLabel('Remarks', { exact: false }).first().fill('Two slips')
  await page.getByLabel('Payment method').first().selectOption('CRD')
  await page.getByLabel('Accepts returns').check()
  // Kept by a form.
  await form.getByLabel('Given name').fill('Maria')
  await form.getByLabel('Work email').fill('maria@backoffice.test')
  await form.getByLabel('First password', { exact: true }).fill('Backoffice#2026')
  await form.getByLabel('Repeat it', { exact: true }).fill('Backoffice#2026')
  await form.getByLabel('Branch').selectOption('0031')
  await form.getByRole('radio', { name: 'Fuel' }).check()
  await form.getByLabel('Read the house rules').check()
  // Kept by React.
  await page.getByRole('textbox', { name: 'Rules' }).fill('required|min:3')
  await page.getByLabel('Search by name').fill('november')
  await release()

  await expect(page.getByLabel('Amount, PHP')).toHaveValue('12.50')
  await expect(page.getByLabel('Valid from', { exact: true })).toHaveValue('2026-11-21')
  await expect(page.getByLabel('Remarks', { exact: false }).first()).toHaveValue('Two slips')
  await expect(page.getByLabel('Payment method').first()).toHaveValue('CRD')
  await expect(page.getByLabel('Accepts returns')).toBeChecked()

  await expect(form.getByLabel('Given name')).toHaveValue('Maria')
  await expect(form.getByLabel('Branch')).toHaveValue('0031')
  await expect(form.getByText('All fields are valid · unsaved changes')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(/^Sent 1×/)).toContainText(
    '"given_name":"Maria","email":"maria@backoffice.test","phone":"","password":"15 characters","password_again":"15 characters","branch":"0031","source":"FUEL","terms":true',
  )

  await expect(page.getByRole('textbox', { name: 'Rules' })).toHaveValue('required|min:3')
  await expect(page.getByLabel('Search by name')).toHaveValue('november')
})

test('a field that was left before hydration is checked', async ({ page }) => {
  const release = await openHeld(page, '/login')
  await page.getByLabel('Email').fill('someone')
  await page.getByLabel('Password').focus()
  await release()
  await expect(page.getByText('Invalid email address')).toBeVisible()
})

test('input on the forms for a code and an email before hydration is kept', async ({ page }) => {
  const forgotten = await openHeld(page, '/forgot-password')
  await page.getByLabel('Email').fill(emailOf('agent'))
  await forgotten()
  await expect(page.getByLabel('Email')).toHaveValue(emailOf('agent'))
  await page.unrouteAll()
  const reset = await openHeld(page, '/reset')
  for (const [label, text] of [
    ['Email', emailOf('agent')],
    ['Code', '123456'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text)
  await reset()
  await expect(page.getByLabel('Email')).toHaveValue(emailOf('agent'))
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('123456')
})
