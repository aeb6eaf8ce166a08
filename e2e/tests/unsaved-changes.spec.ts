import { aFile, asUpload } from './card-files.ts'
import { signIn } from './demo-users.ts'
import { runInquiry, uploadFile } from './inquiry-page.ts'
import { holdResponses, typeUnsaved, waitUntilInteractive } from './page-objects.ts'
import { expect, test } from './test.ts'

test('input and a submit before hydration are not lost', async ({ page }) => {
  const arrive = await holdResponses(page, '**/*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  const email = page.getByLabel('Email')
  const submit = page.getByRole('button', { name: 'Sign in' })
  await email.fill('maria@northline')
  await page.getByLabel('Password').fill('Secret#2026')
  await page.getByLabel('Password').press('Enter')
  await expect(submit).toHaveCSS('cursor', 'progress')
  await expect(page).toHaveURL(/\/login$/)

  arrive()
  await expect(email).toHaveAccessibleDescription('Invalid email address')
  await expect(submit).toHaveCSS('cursor', 'pointer')
  await expect(email).toHaveValue('maria@northline')
  await expect(page.getByLabel('Password')).toHaveValue('Secret#2026')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('')
  await expect(page).toHaveURL(/\/login$/)
})

test('a submit before hydration is dropped when the form changes or is left', async ({ page }) => {
  const arrive = await holdResponses(page, '**/*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  const email = page.getByLabel('Email')
  await email.fill('maria@northline')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await email.fill('maria@northline.')
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCSS('cursor', 'pointer')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const link = page.getByRole('link', { name: 'Forgot password?' })
  await link.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()))
  await link.click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCSS('cursor', 'pointer')
  arrive()
  await waitUntilInteractive(page)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByRole('button', { name: 'Hide password' })).toBeVisible()
  await expect(email).toHaveAccessibleDescription('')
  await expect(email).toHaveValue('maria@northline.')
})

test('leaving a screen with unsaved changes shows a warning', async ({ page }) => {
  await signIn(page, 'agent', '/smac_inquiry')
  await uploadFile(page, asUpload(aFile(3), 'leaving'))
  const file = page.url()
  const ticket = page.getByLabel('Ticket number')
  await typeUnsaved(page, 'Ticket number', 'OPS-7')
  const away = page.getByRole('link', { name: 'Operational Dashboard' }).first()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })

  await away.click()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(away).toBeFocused()
  await expect(ticket).toHaveValue('OPS-7')

  await page.goBack()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(file)
  await expect(ticket).toHaveValue('OPS-7')

  await away.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
  await expect(question).toBeHidden()

  await page.goBack()
  await expect(ticket).toHaveValue('')
  await runInquiry(page)
  await expect(page.getByText('All 3 rows processed.')).toBeVisible()
  await away.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
})
