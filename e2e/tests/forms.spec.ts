import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { aFile, asUpload } from './cards.ts'
import { runInquiry, uploadFile } from './inquiry.ts'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

/** The form of a section of /components, ready to be typed into. */
async function open(page: Page, name: string) {
  await page.goto('/components')
  const form = page.getByRole('form', { name })
  await expect(form.getByText(/field holds/)).toBeVisible()
  return form
}

const STAFF = 'New member of staff'

test('nothing is said before anything was done, though it is known', async ({ page }) => {
  const form = await open(page, STAFF)
  await expect(form.getByText('Not every field holds · nothing unsaved')).toBeVisible()
  for (const field of await form.getByRole('textbox').all()) {
    await expect(field).not.toHaveAttribute('aria-invalid')
    await expect(field).not.toHaveAccessibleDescription(/Enter|must/i)
  }
  const optional = page.getByRole('form', { name: 'Pictures' })
  await expect(optional.getByText('Every field holds · nothing unsaved')).toBeVisible()
})

test('typing never shows or clears an error; leaving the field does', async ({ page }) => {
  const form = await open(page, STAFF)
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

test('a committed change counts at once: Enter in text, a pick elsewhere', async ({ page }) => {
  const form = await open(page, STAFF)
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

test('only the first rule that fails is said', async ({ page }) => {
  const form = await open(page, STAFF)
  const password = form.getByLabel('First password')
  const tell = async (text: string, words: string) => {
    await password.fill(text)
    await password.blur()
    await expect(password).toHaveAccessibleDescription(words)
  }
  await tell('a', 'Must contain at least 12 characters')
  await tell('aaaaaaaaaaaaa', 'Must contain both uppercase and lowercase characters')
  await tell('aaaaaaaaaaaaA', 'Must contain at least one number')
  await tell('aaaaaaaaaaaA1', 'Must contain at least one special character')
  await tell('aaaaaaaaaa A1#', 'This field cannot contain any spaces.')
  await tell('aaaaaaaaaaA1#', '')
})

test('a field follows the one it refers to, but only once it was checked itself', async ({ page }) => {
  const form = await open(page, STAFF)
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

test('sending checks every field and goes to the first that is wrong', async ({ page }) => {
  const form = await open(page, STAFF)
  await form.getByLabel('Given name').fill('Maria')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Work email')).toBeFocused()
  await expect(form.getByLabel('Work email')).toHaveAccessibleDescription('Enter Work email')
  await expect(form.getByLabel('Mobile')).toHaveAccessibleDescription('09 or +639, then nine digits.')
  await expect(form.getByLabel('Branch')).toHaveAccessibleDescription('Select Branch')
  await expect(form.getByRole('radiogroup')).toHaveAccessibleDescription('Enter Desk')
  await expect(form.getByRole('status')).toBeEmpty()
})

test('text is trimmed when it is committed, passwords never', async ({ page }) => {
  const form = await open(page, STAFF)
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

test('a password is looked at without leaving the field, and covered when it is sent', async ({ page }) => {
  const form = await open(page, STAFF)
  const password = form.getByLabel('First password')
  await password.fill('a')
  await form.getByRole('button', { name: 'Show first password' }).click()
  await expect(password).toBeFocused()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveAccessibleDescription('')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

async function fillStaff(form: ReturnType<Page['getByRole']>) {
  await form.getByLabel('Given name').fill(' Maria ')
  await form.getByLabel('Work email').fill('maria@northline.test')
  await form.getByLabel('First password').fill('Brand-new#2026')
  await form.getByLabel('Repeat it').fill('Brand-new#2026')
  await form.getByLabel('Branch').selectOption('0012')
  await form.getByLabel('Point of sale').check()
  await form.getByLabel('Read the house rules').check()
}

test('it is sent once, however often that is asked for, and then nothing is unsaved', async ({ page }) => {
  await page.clock.install()
  const form = await open(page, STAFF)
  await fillStaff(form)
  await expect(form.getByText('· unsaved')).toBeVisible()
  const save = form.getByRole('button', { name: 'Save' })
  await save.dblclick()
  await form.getByLabel('Given name').press('Enter')
  await page.clock.runFor(1500)
  await expect(form.getByRole('status')).toContainText('Sent 1×')
  await expect(form.getByRole('status')).toContainText('"given_name":"Maria"')
  await expect(form.getByText('Every field holds · nothing unsaved')).toBeVisible()
  await save.click()
  await page.clock.runFor(1500)
  await expect(form.getByRole('status')).toContainText('Sent 2×')
})

test('the browser asks before the page is left with something unsaved, and only then', async ({ page }) => {
  await page.clock.install()
  const form = await open(page, STAFF)
  let asked = 0
  page.on('dialog', (dialog) => {
    asked += 1
    void dialog.accept()
  })
  await fillStaff(form)
  await page.reload()
  expect(asked).toBe(1)
  await fillStaff(form)
  await form.getByRole('button', { name: 'Save' }).click()
  await page.clock.runFor(1500)
  await expect(form.getByText('nothing unsaved')).toBeVisible()
  await page.reload()
  expect(asked).toBe(1)
})

test('what the server says lands at its fields, the first of them is gone to', async ({ page }) => {
  const form = await open(page, 'New tender')
  const code = form.getByLabel('Tender code')
  const day = form.getByLabel('Starts on')
  await code.fill('0021')
  await day.fill('2026-12-01')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(code).toHaveAccessibleDescription('Another tender has this code')
  await expect(code).toBeFocused()
  await expect(day).toHaveAccessibleDescription('Starts before its company does')
  await expect(form.getByRole('alert')).toBeHidden()
  await expect(code).toHaveValue('0021')

  await code.press('Tab')
  await expect(code).toHaveAccessibleDescription('Another tender has this code')
  await code.fill('0022')
  await expect(code).toHaveAccessibleDescription('Another tender has this code')
  await code.blur()
  await expect(code).toHaveAccessibleDescription('Letters and digits.')

  await form.getByLabel('The server').selectOption('takes it')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('status')).toContainText('Sent 1×')
  await expect(day).toHaveAccessibleDescription('')
})

test('what belongs to no field is said at the top, and what was typed stays', async ({ page }) => {
  const form = await open(page, 'New tender')
  await form.getByLabel('Tender code').fill('0021')
  await form.getByLabel('Starts on').fill('2026-12-01')
  await form.getByLabel('The server').selectOption('refuses the whole')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toHaveText('Somebody changed this in the meantime.')
  await expect(form.getByLabel('Tender code')).toHaveValue('0021')
  await expect(form.getByText('· unsaved')).toBeVisible()

  await form.getByLabel('The server').selectOption('refuses a field and something else')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toHaveText('Not accepted. The company is closed.')
  await expect(form.getByLabel('Tender code')).toBeFocused()
})

test('a date is not judged before its year is typed', async ({ page }) => {
  const form = await open(page, 'New tender')
  const day = form.getByLabel('Starts on')
  await day.pressSequentially('1201202')
  await expect(day).toHaveValue('0202-12-01')
  await expect(day).not.toHaveAccessibleDescription('Before this year')
  await day.pressSequentially('6')
  await expect(day).toHaveAccessibleDescription('')
  await day.fill('2025-12-01')
  await expect(day).toHaveAccessibleDescription('Before this year')
})

test('starting over takes back values and messages', async ({ page }) => {
  const form = await open(page, 'New tender')
  await form.getByLabel('Tender code').fill('not a code')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Tender code')).toHaveAccessibleDescription('Tender code is invalid')
  await form.getByRole('button', { name: 'Start over' }).click()
  await expect(form.getByLabel('Tender code')).toHaveValue('')
  await expect(form.getByLabel('Tender code')).toHaveAccessibleDescription('Letters and digits.')
  await expect(form.getByText('nothing unsaved')).toBeVisible()
})

test('a searchable select commits what it emits, is checked on leaving, and is gone to', async ({ page }) => {
  const form = await open(page, 'Assignment')
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

const file = (name: string, kilobytes = 1) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(kilobytes * 1024),
})

test('files: needed, by their ending, each and together by their size', async ({ page }) => {
  const card = await open(page, 'Card list')
  const picker = card.getByLabel('Card file', { exact: true })
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(picker).toHaveAccessibleDescription('Enter Card file')
  await expect(picker).toBeFocused()
  await picker.setInputFiles(file('cards.csv.exe'))
  await expect(picker).toHaveAccessibleDescription(/^Card file is invalid/)
  await picker.setInputFiles(file('cards.CSV'))
  await expect(picker).toHaveAccessibleDescription(/Chosen: cards\.CSV$/)
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('status')).toContainText('"list":["cards.CSV"]')

  const pictures = page.getByRole('form', { name: 'Pictures' })
  await pictures
    .getByLabel('Pictures', { exact: true })
    .setInputFiles([file('a.png', 100), file('b.png', 101)])
  await expect(pictures.getByText('Pictures is invalid')).toBeVisible()
  await pictures.getByRole('button', { name: 'Remove b.png' }).click()
  await expect(pictures.getByText('Pictures is invalid')).toBeHidden()

  const evidence = page.getByRole('form', { name: 'Evidence' })
  const more = evidence.getByLabel('Evidence', { exact: true })
  await more.setInputFiles(file('one.pdf', 1024))
  await expect(evidence.getByText('File size limit exceeded')).toBeHidden()
  await more.setInputFiles(file('two.pdf', 1))
  await expect(evidence.getByText('File size limit exceeded')).toBeVisible()

  const record = page.getByRole('form', { name: 'Record' })
  await record.getByLabel('More files', { exact: true }).setInputFiles(file('third.pdf', 400))
  await expect(record.getByText(/^Total file size limit per record exceeded/)).toBeVisible()
})

test('clean for assistive technology, with and without errors, in both themes', async ({ page }) => {
  const form = await open(page, STAFF)
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('form', { name: 'Evidence' }).getByRole('button', { name: 'Save' }).click()
  await page.getByRole('form', { name: 'Card list' }).getByLabel('Card file').setInputFiles(file('x.csv'))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page })
      .include('section[aria-labelledby="forms"]')
      .include('section[aria-labelledby="files"]')
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    const said = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    expect(said, colorScheme).toEqual([])
  }
})

test('what is typed before the code has arrived stays, and sending it then goes nowhere', async ({
  page,
}) => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  const email = page.getByLabel('Email')
  await email.fill('maria@northline')
  await page.getByLabel('Password').fill('Secret#2026')
  await page.getByLabel('Password').press('Enter')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/login$/)

  arrive()
  await expect(async () => {
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(email).toHaveAccessibleDescription('Invalid email address', { timeout: 500 })
  }).toPass()
  await expect(email).toHaveValue('maria@northline')
  await expect(page.getByLabel('Password')).toHaveValue('Secret#2026')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('')
  await expect(page).toHaveURL(/\/login$/)
})

test('a screen with something unsaved is left only after asking', async ({ page }) => {
  await signIn(page, 'agent')
  await uploadFile(page, asUpload(aFile(3), 'leaving'))
  const file = page.url()
  const ticket = page.getByLabel('Ticket')
  await ticket.fill('OPS-7')
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
  await expect(page.getByText('All 3 rows answered.')).toBeVisible()
  await away.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
})
