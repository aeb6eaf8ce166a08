// over 300 lines: one act per kind of scene
import type { Page } from '@playwright/test'
import { box, effect, expectImpactLoaded } from '../tests/access-records.ts'
import { aFile, asUpload } from '../tests/card-files.ts'
import { fillSignIn, PASSWORD } from '../tests/demo-users.ts'
import {
  type Act,
  button,
  click,
  cut,
  fail,
  fill,
  fulfil,
  hold,
  press,
  see,
  seeRole,
  select,
  steps,
  type,
} from './steps.ts'
import { oldSession, PREFERENCES, refuseCode } from './stubs.ts'

type Name = string | RegExp
const returnToTab = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

const newPassword = (first: string, second = first) =>
  fill({ 'New password': first, 'Confirm password': second })
export const signIn = (email = 'maria.reyes@backoffice.test', password = 'Wrong#password1') => {
  return (page: Page) => fillSignIn(page, email, password)
}
const refused: Act = (page) => page.getByRole('alert').filter({ hasText: /./ }).waitFor()
export const failToSignIn = steps(signIn(), refused)
export const toCode = steps(signIn(), (page) => page.getByLabel('Code', { exact: true }).waitFor())
export const toKey = steps(signIn(), seeRole('img', /QR code/))
export const mistypeCode = steps(fill({ Code: '000000' }), press('Sign in'))
export const refuseTextMessage = steps(toCode, refuseCode.before, mistypeCode)
export const hireSignsIn = signIn('new.hire@backoffice.test', 'Welcome#2026')
export const setPasswords = steps(
  hireSignsIn,
  newPassword('Sunny#days', 'Sunny#day'),
  press('Set new password'),
)
export const sendRequest = steps(
  fill({ Reason: 'Check which tender the branch used for a member complaint.' }),
  press('Send request'),
  seeRole('link', 'View request'),
)
export const useBreakGlass = steps(press('Use break-glass access'), seeRole('radio', 'Duty manager'))
export const sendCode = steps(fill({ Email: 'maria.santos@backoffice.test' }), press('Send code'))
const fillReset = steps(fill({ Code: '000000' }), newPassword('Brand-new#2026'))
export const resetPassword = steps(sendCode, fillReset, press('Reset password'))
const fillPasswords = steps(
  fill({ 'Current password': 'Wrong#password1' }),
  newPassword('Quiet#Harbour-2027'),
)
export const changePassword = steps(fillPasswords, press('Change password'))
/** Continues to the step after the password. */
export const confirm = (verb: string, password = PASSWORD) => {
  const name = `${verb} authenticator`
  const field = (page: Page) => page.getByRole('form', { name }).getByLabel('Password', { exact: true })
  return steps(press(name), (page) => field(page).fill(password), press('Continue'))
}
export const setUpWrongly = steps(confirm('Set up'), fill({ Code: '000000' }), press('Confirm'))
export const preferences = (page: Page) => page.getByRole('region', { name: 'Preferences' })
export const seePreferences = (page: Page) => preferences(page).getByLabel('Rows per page').waitFor()
const failToSave = steps(fail(PREFERENCES).before, select('Rows per page', '50'))
export const failToSavePreferences = steps(seePreferences, failToSave, (page) =>
  preferences(page).getByRole('button', { name: 'Try again' }).waitFor(),
)
export const unlockWrongly = steps(fill({ Password: 'Wrong#password1' }), press('Unlock'), seeRole('alert'))

/** Waits for the scripts of a page. */
export const alive = see(/fields are (not )?valid/)
export const section = (id: string) => (page: Page) => page.locator(`section[aria-labelledby="${id}"]`)
export const showCode: Act = async (page) => {
  const figure = section('select')(page).locator('figure').first()
  await figure.getByText('Code', { exact: true }).click()
  await figure.scrollIntoViewIfNeeded()
}
export const openSelect = (name: string, query = '') =>
  steps(alive, async (page) => {
    await section('select')(page).getByRole('combobox', { name, exact: true }).focus()
    await page.keyboard.type(query)
    await page.evaluate(() => scrollBy(0, 200))
    // A list from the server takes a moment.
    if (query) await page.waitForTimeout(600)
  })

export const search = (query: string) => {
  const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })
  return steps(type('Control+k'), (page) => field(page).fill(query))
}
const goOffline: Act = (page) => page.evaluate(() => dispatchEvent(new Event('offline')))
export const loseServer = steps(
  cut(/\/(api|health)\//).before,
  goOffline,
  see('The server cannot be reached.'),
)
const newer = fulfil('**/builds/latest.json?*', { json: { id: 'a-newer-build', timestamp: 1 } })
const wait: Act = (page) => page.clock.fastForward('06:00')
export const deploy = steps(newer.before, wait, returnToTab, see('A new version is ready.'))
const openInquiry: Act = (page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'SMAC Inquiry' }).click()
const slowly = hold('**/inquiries.route-*.js').before
export const leaveSlowly = steps(slowly, openInquiry, seeRole('progressbar', 'Loading page'))
const revoked = { code: 'session_revoked', detail: 'Access Token has been revoked' }
export const loseSession = steps(
  fulfil('**/smac_inquiry', { status: 401, json: revoked }).before,
  select('Purpose', 'Reconciliation'),
  fill({ 'Ticket number': 'OPS-20500', 'Date from': '2026-01-01', 'Date to': '2026-01-31' }),
  (page) => page.getByLabel(/^Valid rows only/).check(),
  press('Run inquiry'),
  (page) =>
    page.getByRole('dialog', { name: 'Sign in again' }).getByLabel('Password', { exact: true }).waitFor(),
)

export const day = (ago: number) =>
  new Date(Date.now() + 8 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10)
export const drawn: Act = (page) => page.locator('canvas').first().waitFor()
const asTable = ['Transactions, as table', 'Points, by day', 'Files, by hour'].map((name) => press(name))
export const asTables = steps(drawn, ...asTable)
export const seeGaps: Act = (page) =>
  page.getByRole('region', { name: 'Mapping gaps' }).getByText('Tran codes').waitFor()
export const seeList: Act = (page) =>
  page.getByRole('table', { name: 'Transactions' }).locator('tbody').getByRole('row').first().waitFor()
export const openRow: Act = (page) =>
  page.getByRole('table', { name: 'Transactions' }).locator('tbody').getByRole('button').first().click()
/** Exports the listed transactions; the button then names the format. */
export const exportAs = (format: 'CSV' | 'Excel') =>
  steps(
    press('Formats of the transactions'),
    click('menuitem', format),
    seeRole('button', format === 'CSV' ? /^Export$/ : 'Export (Excel)'),
  )
export const CARD = '9990 0000 0000 0011'
const FIELDS = { Card: 'Card number', Account: 'Account number', Reference: 'Reference' }
export const run = (mode: keyof typeof FIELDS, value: string) =>
  steps(
    (page) => page.getByRole('radio', { name: mode }).check(),
    (page) => page.getByRole('textbox', { name: FIELDS[mode] }).fill(value),
    select('Purpose', 'MEMBER_COMPLAINT'),
    fill({ 'Date from': day(80), 'Ticket number': 'OPS-20431' }),
    press('Run inquiry'),
  )
export const inquire = (mode: keyof typeof FIELDS, value: string) =>
  steps(run(mode, value), see('Reply text'))
const wrongCard = fill({ 'Card number': '9990 0000 0000 0012', 'Date from': '2026-01-01' })
export const runWrongly = steps(wrongCard, press('Run inquiry'), see('Check digit is wrong'))
export const openReveal = steps(inquire('Card', CARD), press('Reveal'), see(/used today/))
export const reveal = steps(openReveal, press('Reveal for 30 s'), seeRole('timer'))
/** From this act on, the server refuses the old sign-in. */
export const confirmReveal = steps(
  openReveal,
  oldSession.before,
  press('Reveal for 30 s'),
  see(/^This action needs a recent confirmation/),
)
const enter = (password: string) => steps(confirmReveal, fill({ Password: password }), press('Continue'))
export const confirmWrongly = steps(enter('Wrong#password1'), see('Incorrect password.'))
export const confirmCode = steps(enter(PASSWORD), see(/^Enter a code/))
export const openPast = steps(
  inquire('Card', CARD),
  (page) => page.waitForURL(/inquiry=/),
  (page) => page.reload(),
  see(/^Saved answer/),
)

const BRANCHES = ['0417', '0422', '0431']
export const choose = (count: number, text = aFile(900)) => {
  const file = (branch: string) => ({ ...asUpload(text), name: `branch-${branch}-november.csv` })
  return (page: Page) => page.getByLabel('Upload file').setInputFiles(BRANCHES.slice(0, count).map(file))
}
const cancelFirst: Act = (page) => page.getByRole('button', { name: 'Cancel' }).first().click()
export const cancelUploads = steps(...BRANCHES.map(() => cancelFirst), seeRole('button', 'Upload file'))
/** Leaves the screen that shows the uploads. */
export const uploadElsewhere = steps(choose(3), see('Uploading'), click('link', 'Past inquiries'))
export const returnAndCancel = steps(click('link', 'From a file'), cancelUploads)
/** Reloads the page during its upload. */
export const interrupt: Act = async (page) => {
  const sending = page.waitForRequest('**/storage/**')
  await choose(1)(page)
  await sending
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByText('was not uploaded completely.').waitFor()
}
const openUpload = steps(click('link', 'Resume upload'), see('The upload has not finished.'))
export const interruptAndOpen = steps(interrupt, openUpload)
/** The number of unfinished uploads is limited. */
export const cancel = steps(press('Cancel'), press('Cancel file'), see('Cancelled'))
export const openAndCancel = steps(openUpload, cancel)
const focusUpload: Act = (page) => button(page, 'Upload file').focus()
export const tryToUpload = steps(focusUpload, type('Enter'), see('User is not auhorized'))
export const openColumns = steps(press(/^Columns .*of tracked files$/), seeRole('checkbox', 'State'))

const rows = (page: Page) =>
  page.getByRole('main').getByRole('table').first().locator('tbody').getByRole('row')
const pane = (page: Page) => page.getByRole('region', { name: /^(Create|Edit)|tender/ })
const paneButton = (page: Page, name: Name) => pane(page).getByRole('button', { name, exact: true })
const first = (page: Page) => rows(page).first().getByRole('link').first()
export const listed: Act = (page) => first(page).waitFor()
export const pressListed = (name: Name) => steps(listed, press(name))
export const save: Act = (page) => paneButton(page, 'Save').click()
export const paneMenu: Act = (page) => paneButton(page, /^Actions of/).click()
export const rowMenu = (at: number) =>
  steps(listed, (page) =>
    rows(page)
      .nth(at)
      .getByRole('button', { name: /^Actions of/ })
      .click(),
  )
export const check = (...places: number[]) => {
  const box = (at: number) => (page: Page) => rows(page).nth(at).getByRole('checkbox').click()
  return steps(listed, ...places.map(box))
}
/** Narrow lists have no checkboxes. */
export const checkIfWide = (...places: number[]) => {
  const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) > 640
  return steps(listed, async (page) => isWide(page) && check(...places)(page))
}
export const open = steps(
  listed,
  (page) => first(page).click(),
  (page) => paneButton(page, 'Save').waitFor(),
)
export const openTab = (name: Name) => steps(open, (page) => pane(page).getByRole('tab', { name }).click())
const inDialog = (name: Name) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

export const VIEWS = /^(View )?All tenders/
const nameIt = steps(press('Save as a new view…'), fill({ Name: 'Month-end check' }))
export const nameView = steps(pressListed(VIEWS), nameIt)
const cards = { name: 'cards.ods', mimeType: 'text/csv', buffer: Buffer.from('card_no,amount\r\n1,2\r\n') }
const chooseCards: Act = (page) => page.getByLabel('CSV or Excel files').setInputFiles(cards)
export const importOther = steps(pressListed('Import'), chooseCards)
const RANGE = { 'BIN from': '999380', 'BIN to': '999349', 'Tender name': 'Corporate card, fleet' }
const seeInvalid: Act = (page) => pane(page).locator('[aria-invalid]').first().waitFor()
export const overlap = steps(fill(RANGE), save, seeInvalid)
const CHANGE = { 'Tender name': 'Corporate card, fleet', 'Effective to': '2027-12-31', 'BIN to': '999548' }
const keepMine: Act = (page) => page.getByRole('radio', { name: /^Tender name, yours/ }).check()
/** `elsewhere`: the concurrent change of another user. */
export const meetChange = (elsewhere: Act) => steps(fill(CHANGE), elsewhere, save, keepMine)
export const seeChange = (elsewhere: Act) =>
  steps(fill(CHANGE), elsewhere, returnToTab, seeRole('button', 'Show'))
export const mapTenders = steps(check(0, 1), press('Map tenders'), inDialog('Map'))
export const mapFirst = steps(listed, click('link', /^Map /), (page) => pane(page).waitFor())
export const fillTerminal = steps(fill({ 'Terminal ID': '1234567' }), type('Tab'))
const searchPane = (name: string, text: string) => (page: Page) =>
  pane(page).getByRole('combobox', { name, exact: true }).fill(text)
const toBranch = steps(searchPane('Branch', '0107'), click('option', /^0107 /))
export const move = steps(open, toBranch, save, seeRole('alertdialog'))
const deactivate = click('menuitem', 'Deactivate')
export const deactivateUsed = steps(
  listed,
  click('button', 'Actions of NLF'),
  deactivate,
  seeRole('alertdialog'),
)
const option = (page: Page) => page.getByRole('listbox').getByRole('option').first()
export const seeProvinces = steps(
  searchPane('Region', 'Region III'),
  (page) => option(page).click(),
  (page) => pane(page).getByRole('combobox', { name: 'Province', exact: true }).click(),
  (page) => option(page).waitFor(),
)

const pressAll: Act = (page) => page.getByRole('toolbar').getByRole('button', { name: 'Disable' }).click()
export const disable = steps(check(1, 2, 3), pressAll, inDialog(/^Disable/))
const ROLE = 'Lookup maintainer'
export const deleteLeaver: Act = async (page) => {
  await page.getByLabel('Delete the account').check()
  await page.getByRole('button', { name: 'Delete user' }).click()
  await page.getByText('Enter Reason').waitFor()
}
export const pasteUsers: Act = async (page) => {
  const rows = [
    'nina.flores@northline.example;Nina;Flores;Inquiry agent;Loyalty desk;',
    'admin@backoffice.test;Alma;Dizon;Auditor;;',
    'jo;Jo;Tan;Inquiries;Night desk;0917',
  ]
  await page.getByLabel(/^Paste rows/).fill(rows.join('\n'))
  await page.getByRole('button', { name: 'Read rows' }).click()
  await page.getByText(/to correct$/).waitFor()
}
const pressChange: Act = (page) => page.getByRole('button', { name: 'Change role…' }).click()
const typeNewRole: Act = (page) => page.getByRole('combobox', { name: 'New role' }).fill(ROLE)
export const changeRoles = steps(
  check(1, 2, 3),
  pressChange,
  typeNewRole,
  (page) => page.keyboard.press('Enter'),
  (page) => page.getByText(/the role\./).waitFor(),
)
const own: Act = (page) => page.getByRole('row').filter({ hasText: 'you' }).getByRole('link').click()
export const openOwn = steps(listed, own, seeRole('grid'))
const seeRefusal: Act = (page) => page.getByText('Not allowed', { exact: true }).scrollIntoViewIfNeeded()
export const explain = steps(select('Resource', 'audit'), seeRefusal)
const typeRole: Act = (page) => page.getByRole('combobox', { name: 'Role' }).fill(ROLE)
export const chooseRole = steps(typeRole, click('option', ROLE), seeRole('heading', / gains$/))
export const tick = (name: string) => (page: Page) => box(page, name).check()
const seeEffect = (text: RegExp) => (page: Page) => effect(page).getByText(text).waitFor()
export const failEffect = steps(tick('Card reveal'), seeEffect(/^Try again$/))
const untick: Act = (page) => box(page, 'Result exports').uncheck()
export const change = steps(tick('Card reveal'), untick, seeEffect(/ loses?$/), expectImpactLoaded)
const scroll: Act = (page) => effect(page).evaluate((region) => region.scrollIntoView({ block: 'start' }))
export const showEffect = steps(change, scroll)
export const beLate = (elsewhere: Act) =>
  steps(change, elsewhere, press('Save'), see(/impact has changed/), expectImpactLoaded)
const searchRoles: Act = (page) => page.getByRole('combobox', { name: 'Break-glass for' }).fill('inq')
export const seeBreakGlass: Act = (page) => page.getByText(/^Users of these roles/).scrollIntoViewIfNeeded()
export const offerBreakGlass = steps(seeBreakGlass, searchRoles, seeRole('option', 'Inquiry agent'))
const describe = steps(tick('Card reveal'), fill({ Description: 'Handles complaints at night' }))
export const meetRole = (elsewhere: Act) =>
  steps(describe, elsewhere, expectImpactLoaded, press('Save'), seeRole('dialog'))
export const meetUser = (elsewhere: Act) =>
  steps(fill({ Department: 'Day desk' }), elsewhere, press('Save'), seeRole('dialog'))
const find: Act = (page) => page.getByRole('searchbox', { name: /^Search (names|actions)/ }).fill('inquir')
const ALL = 'All actions on inquiries, including future actions'
export const widen = steps(find, tick(ALL), seeEffect(/ gains?$/), expectImpactLoaded)
export const remove = (used: string) =>
  steps(press('Delete'), (page) => page.getByRole('alertdialog').getByText(used).waitFor())

const toggles = (page: Page) => page.getByRole('table', { name: 'Events' }).locator('[data-toggle]')
export const seeEvents: Act = (page) => toggles(page).first().waitFor()
const openFirst: Act = (page) =>
  page
    .getByRole('button', { name: /Changed tender/ })
    .and(toggles(page))
    .first()
    .click()
export const openSignIn = steps((page) => toggles(page).first().click(), see('Device'))
export const openEvent = steps(openFirst, seeRole('button', 'Full history'))
