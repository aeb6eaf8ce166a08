import { fillStaff, openForm, STAFF } from './form-helpers.ts'
import { pauseClock, runUntil } from './page-objects.ts'
import { expect, test } from './test.ts'

test('submitting with client and server errors', async ({ page }) => {
  await test.step('submitting validates every field and focuses the first invalid one', async () => {
    const form = await openForm(page, STAFF)
    await form.getByLabel('Given name').fill('Maria')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByLabel('Work email')).toBeFocused()
    await expect(form.getByLabel('Work email')).toHaveAccessibleDescription('Enter Work email')
    await expect(form.getByLabel('Mobile')).toHaveAccessibleDescription('09 or +639, then nine digits.')
    await expect(form.getByLabel('Branch')).toHaveAccessibleDescription('Select Branch')
    await expect(form.getByRole('radiogroup')).toHaveAccessibleDescription('Enter Desk')
    await expect(form.getByRole('status')).toBeEmpty()
  })

  await test.step('showing a password keeps the focus; submitting hides it', async () => {
    const form = await openForm(page, STAFF)
    const password = form.getByLabel('First password')
    await password.fill('a')
    await form.getByRole('button', { name: 'Show first password' }).click()
    await expect(password).toBeFocused()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toHaveAccessibleDescription('')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(password).toHaveAttribute('type', 'password')
  })

  // A reset restores saved values, so it runs before the first successful submit.
  await test.step('a reset clears values and messages', async () => {
    const form = await openForm(page, 'New tender')
    await form.getByLabel('Tender code').fill('not a code')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByLabel('Tender code')).toHaveAccessibleDescription(
      'Tender code is invalid Letters and digits.',
    )
    await form.getByRole('button', { name: 'Start over' }).click()
    await expect(form.getByLabel('Tender code')).toHaveValue('')
    await expect(form.getByLabel('Tender code')).toHaveAccessibleDescription('Letters and digits.')
    await expect(form.getByText('no unsaved changes')).toBeVisible()
  })

  await test.step('server errors are shown at their fields; the first is focused', async () => {
    const form = await openForm(page, 'New tender')
    const code = form.getByLabel('Tender code')
    const day = form.getByLabel('Starts on')
    await code.fill('0021')
    await day.fill('2026-12-01')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(code).toHaveAccessibleDescription('Another tender has this code Letters and digits.')
    await expect(code).toBeFocused()
    await expect(day).toHaveAccessibleDescription('Starts before its company does')
    await expect(form.getByRole('alert')).toBeHidden()
    await expect(code).toHaveValue('0021')

    await code.press('Tab')
    await expect(code).toHaveAccessibleDescription('Another tender has this code Letters and digits.')
    await code.fill('0022')
    await expect(code).toHaveAccessibleDescription('Another tender has this code Letters and digits.')
    await code.blur()
    await expect(code).toHaveAccessibleDescription('Letters and digits.')

    await form.getByLabel('Server reply').selectOption('takes it')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('status')).toContainText('Sent 1×')
    await expect(day).toHaveAccessibleDescription('')
  })

  await test.step('a server error without a field is shown at the top and keeps the input', async () => {
    const form = await openForm(page, 'New tender')
    await form.getByLabel('Tender code').fill('0021')
    await form.getByLabel('Starts on').fill('2026-12-01')
    await form.getByLabel('Server reply').selectOption('refuses the whole')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('alert')).toHaveText('Someone else saved this first.')
    await expect(form.getByLabel('Tender code')).toHaveValue('0021')
    await expect(form.getByText('· unsaved')).toBeVisible()

    await form.getByLabel('Server reply').selectOption('refuses a field and something else')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByRole('alert')).toHaveText('Not accepted. The company is closed.')
    await expect(form.getByLabel('Tender code')).toBeFocused()
  })
})

test('repeated presses of Save submit a form once, and it is clean afterwards', async ({ page }) => {
  await page.clock.install()
  const form = await openForm(page, STAFF)
  await fillStaff(form)
  await expect(form.getByText('· unsaved')).toBeVisible()
  const save = form.getByRole('button', { name: 'Save' })
  // A timer sends the reply.
  await pauseClock(page)
  await save.dblclick()
  await form.getByLabel('Given name').press('Enter')
  await runUntil(page, () => form.getByText('Sent').isVisible())
  await page.clock.runFor(1500)
  await expect(form.getByRole('status')).toContainText('Sent 1×')
  await expect(form.getByRole('status')).toContainText('"given_name":"Maria"')
  await expect(form.getByText('All fields are valid · no unsaved changes')).toBeVisible()
  await save.click()
  await runUntil(page, () => form.getByText('Sent 2×').isVisible())
})

test('input while submitting is still unsaved afterwards', async ({ page }) => {
  await page.clock.install()
  const form = await openForm(page, STAFF)
  await fillStaff(form)
  await pauseClock(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByLabel('Given name').fill('Maria Clara')
  await runUntil(page, () => form.getByText('Sent').isVisible())
  await expect(form.getByRole('status')).toContainText('"given_name":"Maria"')
  await expect(form.getByText('· unsaved')).toBeVisible()
  await expect(form.getByLabel('Given name')).toHaveValue('Maria Clara')
})
