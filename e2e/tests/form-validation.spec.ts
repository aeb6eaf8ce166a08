import { openForm, STAFF } from './form-helpers.ts'
import { expect, test } from './test.ts'

test('validates fields at the right time with the right message', async ({ page }) => {
  await test.step('an untouched form shows no errors, although it is invalid', async () => {
    const form = await openForm(page, STAFF)
    await expect(form.getByText('Some fields are not valid · no unsaved changes')).toBeVisible()
    for (const field of await form.getByRole('textbox').all()) {
      await expect(field).not.toHaveAttribute('aria-invalid')
      await expect(field).not.toHaveAccessibleDescription(/Enter|must/i)
    }
    const optional = page.getByRole('form', { name: 'Pictures' })
    await expect(optional.getByText('All fields are valid · no unsaved changes')).toBeVisible()
  })

  await test.step('typing never shows or clears an error; blur does', async () => {
    const form = await openForm(page, STAFF)
    const name = form.getByLabel('Given name')
    await name.pressSequentially('M')
    await name.press('Backspace')
    await expect(name).toHaveAccessibleDescription('')
    await name.press('Tab')
    await expect(name).toHaveAccessibleDescription('Enter Given name')
    await name.pressSequentially('Maria')
    await expect(name).toHaveAccessibleDescription('Enter Given name')
    await name.press('Tab')
    await expect(name).toHaveAccessibleDescription('')
  })

  await test.step('a committed change is validated at once: Enter in text, a choice elsewhere', async () => {
    const form = await openForm(page, STAFF)
    const email = form.getByLabel('Work email')
    await email.pressSequentially('maria.reyes@northline')
    await email.press('Enter')
    await expect(email).toHaveAccessibleDescription('Invalid email address')

    const branch = form.getByLabel('Branch')
    await branch.selectOption('0031')
    await expect(branch).toHaveAccessibleDescription('')
    await branch.selectOption('')
    await expect(branch).toHaveAccessibleDescription('Select Branch')

    const desk = form.getByRole('radiogroup', { name: 'Desk' })
    await expect(desk).toHaveAccessibleDescription('Enter Desk')
    await desk.getByLabel('Fuel').check()
    await expect(desk).toHaveAccessibleDescription('')

    const terms = form.getByLabel('Read the house rules')
    await terms.check()
    await expect(terms).toHaveAccessibleDescription('')
    await terms.uncheck()
    await expect(terms).toHaveAccessibleDescription('Enter Read the house rules')
  })

  await test.step('only the first failing rule is shown', async () => {
    const form = await openForm(page, STAFF)
    const password = form.getByLabel('First password')
    const expectError = async (text: string, error: string) => {
      await password.fill(text)
      await password.blur()
      await expect(password).toHaveAccessibleDescription(error)
    }
    await expectError('a', 'Must contain at least 12 characters')
    await expectError('aaaaaaaaaaaaa', 'Must contain both uppercase and lowercase characters')
    await expectError('aaaaaaaaaaaaA', 'Must contain at least one number')
    await expectError('aaaaaaaaaaaA1', 'Must contain at least one special character')
    await expectError('aaaaaaaaaa A1#', 'This field cannot contain any spaces.')
    await expectError('aaaaaaaaaaA1#', '')
  })

  await test.step('a validated field is revalidated when the field it refers to changes', async () => {
    const form = await openForm(page, STAFF)
    const password = form.getByLabel('First password')
    const again = form.getByLabel('Repeat it')
    await password.fill('Brand-new#2026')
    await password.blur()
    await password.fill('Brand-new#2027')
    await password.blur()
    await expect(again).toHaveAccessibleDescription('')

    await again.fill('Brand-new#2027')
    await again.blur()
    await expect(again).toHaveAccessibleDescription('')
    await password.fill('Brand-new#2028')
    await expect(again).toHaveAccessibleDescription('')
    await password.blur()
    await expect(again).toHaveAccessibleDescription('Passwords do not match')
    await password.fill('Brand-new#2027')
    await password.blur()
    await expect(again).toHaveAccessibleDescription('')
  })

  await test.step('text is trimmed on commit, passwords never', async () => {
    const form = await openForm(page, STAFF)
    const name = form.getByLabel('Given name')
    await name.pressSequentially('  Maria Clara ')
    await expect(name).toHaveValue('  Maria Clara ')
    await name.blur()
    await expect(name).toHaveValue('Maria Clara')
    await name.fill('   ')
    await name.blur()
    await expect(name).toHaveAccessibleDescription('Enter Given name')

    const password = form.getByLabel('First password')
    await password.fill(' Brand-new#2026 ')
    await form.getByRole('button', { name: 'Show first password' }).click()
    await password.blur()
    await expect(password).toHaveValue(' Brand-new#2026 ')
    await expect(password).toHaveAccessibleDescription('This field cannot contain any spaces.')
  })

  await test.step('a date is not validated before its year is complete', async () => {
    const form = await openForm(page, 'New tender')
    const day = form.getByLabel('Starts on')
    await day.pressSequentially('1201202')
    await expect(day).toHaveValue('0202-12-01')
    await expect(day).not.toHaveAccessibleDescription('Before this year')
    await day.pressSequentially('6')
    await expect(day).toHaveAccessibleDescription('')
    await day.fill('2025-12-01')
    await expect(day).toHaveAccessibleDescription('Before this year')
  })

  await test.step('a searchable select commits its choice, is validated on blur and is focused as invalid', async () => {
    const form = await openForm(page, 'Assignment')
    const company = form.getByRole('combobox', { name: 'Company' })
    const branches = form.getByRole('combobox', { name: 'Branches' })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(company).toBeFocused()
    await expect(company).toHaveAccessibleDescription(/Select Company/)
    await page.keyboard.type('retail')
    await page.keyboard.press('Enter')
    await expect(company).not.toHaveAccessibleDescription(/Select Company/)
    await expect(form.getByRole('status').last()).toBeEmpty()

    await branches.focus()
    await page.keyboard.press('Enter')
    await expect(branches).not.toHaveAccessibleDescription(/Select Branches/)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Sent 1×')).toContainText('{"company":"NLR","branches":["0012"]}')
  })
})
