import type { Page } from '@playwright/test'
import { aFile, asUpload } from '../tests/card-files.ts'
import { accountScenes } from './account-scenes.ts'
import type { Files } from './arrange.ts'
import { inquiryScenes } from './inquiry-scenes.ts'
import {
  again,
  breakReplies,
  changeFile,
  changeList,
  emptyLists,
  expired,
  failed,
  holdReplies,
  processing,
  validating,
} from './replies.ts'
import type { Scene } from './scene.ts'

const INQUIRY = '/smac_inquiry?tab=file'
const FILES = '/files'
const DASHBOARD = '/operational_dashboard'
const operations = '**/api/operations/**'

const chooseFile =
  (text = aFile(900)) =>
  (page: Page) =>
    page.getByLabel('Upload file').setInputFiles({ ...asUpload(text), name: 'branch-0417-november.csv' })
const BRANCHES = ['0417', '0422', '0431']
const chooseFiles = (page: Page) =>
  page
    .getByLabel('Upload file')
    .setInputFiles(
      BRANCHES.map((branch) => ({ ...asUpload(aFile(900)), name: `branch-${branch}-november.csv` })),
    )
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
const holdUploads = (page: Page) => holdReplies(page, '**/storage/**')
const hold = (page: Page) => holdReplies(page, operations)
const breakAll = (page: Page) => breakReplies(page, operations)

/** Loads the page again while its upload is under way. */
async function interruptUpload(page: Page): Promise<void> {
  const sending = page.waitForRequest('**/storage/**')
  await chooseFile()(page)
  await sending
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByText('has not arrived.').waitFor()
}

async function openInterrupted(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Send again or cancel' }).click()
  await page.getByText('The upload has not finished.').waitFor()
}

/** Only so many uploads may be unfinished. */
async function cancelFile(page: Page): Promise<void> {
  await press('Cancel')(page)
  await press('Cancel the file')(page)
  await page.getByText('Cancelled').first().waitFor()
}

const cancelInterrupted = (page: Page) => openInterrupted(page).then(() => cancelFile(page))

export function scenesOf(files: Files): Scene[] {
  const agent = (name: string, path: string, more: Partial<Scene> = {}): Scene => ({
    name,
    who: 'agent',
    path,
    ...more,
  })
  return [
    agent('dashboard', DASHBOARD),
    agent('dashboard-loading', DASHBOARD, { before: hold }),
    agent('dashboard-failed', DASHBOARD, { before: breakAll }),
    { name: 'dashboard-viewer', who: 'viewer', path: DASHBOARD },
    agent('menu', DASHBOARD, { after: press('Open menu'), only: 'narrow', windowOnly: true }),
    agent('inquiry', INQUIRY),
    agent('inquiry-loading', INQUIRY, { before: hold }),
    agent('inquiry-failed', INQUIRY, { before: breakAll }),
    agent('inquiry-empty', INQUIRY, { before: emptyLists }),
    agent('inquiry-no-match', `${INQUIRY}&q=zzz&f.state=FAILED`),
    agent('inquiry-uploading', INQUIRY, {
      before: holdUploads,
      after: chooseFiles,
      // Only so many uploads may be unfinished.
      tidy: async (page) => {
        for (const _ of BRANCHES) await page.getByRole('button', { name: 'Cancel' }).first().click()
        await page.getByRole('button', { name: 'Upload file' }).waitFor()
      },
    }),
    agent('inquiry-interrupted', INQUIRY, {
      before: holdUploads,
      after: interruptUpload,
      tidy: cancelInterrupted,
    }),
    agent('file-interrupted', INQUIRY, {
      before: holdUploads,
      after: (page) => interruptUpload(page).then(() => openInterrupted(page)),
      tidy: cancelFile,
    }),
    agent('inquiry-upload-refused', INQUIRY, { after: chooseFile('PK\u0003\u0004') }),
    agent('inquiry-upload-failed', INQUIRY, {
      before: (page) => breakReplies(page, '**/generate_presigned_url'),
      after: chooseFile(),
    }),
    { name: 'inquiry-denied', who: 'auditor', path: INQUIRY, after: denied, windowOnly: true },
    agent('notifications', DASHBOARD, {
      before: storeNotices,
      after: press('Notifications, 1 new'),
      windowOnly: true,
    }),
    agent('notifications-none', DASHBOARD, { after: press('Notifications'), windowOnly: true }),
    agent('navigating', files.clean, { after: leaveSlowly, windowOnly: true }),
    agent('files', FILES, { windowOnly: true }),
    { name: 'files-of-all', who: 'supervisor', path: FILES, windowOnly: true },
    agent('files-loading', FILES, { before: hold, windowOnly: true }),
    agent('files-failed', FILES, { before: breakAll, windowOnly: true }),
    agent('files-empty', FILES, { before: emptyLists, windowOnly: true }),
    agent('files-no-match', `${FILES}?q=zzz&f.category=TENDERS`, { windowOnly: true }),
    { name: 'files-denied', who: 'viewer', path: FILES },
    agent('file-loading', files.clean, { before: hold }),
    agent('file-validating', files.awaiting, { before: (page) => changeFile(page, validating) }),
    agent('file-awaiting', files.awaiting, { before: (page) => changeFile(page, again) }),
    agent('file-awaiting-errors', files.awaiting, { after: press('Run inquiry') }),
    agent('file-cancel-dialog', files.awaiting, { after: press('Cancel'), windowOnly: true }),
    agent('file-processing', files.errors, { before: (page) => changeFile(page, processing) }),
    agent('file-completed', files.clean),
    agent('file-completed-with-errors', files.errors),
    agent('file-failed', files.errors, { before: (page) => changeFile(page, failed) }),
    agent('file-rejected', files.rejected),
    agent('file-expired', files.awaiting, { before: (page) => changeFile(page, expired) }),
    agent('file-cancelled', files.cancelled),
    agent('file-missing', '/files/00000000-0000-4000-8000-000000000000'),
    agent('palette', DASHBOARD, { after: askPalette(''), windowOnly: true }),
    agent('palette-files', DASHBOARD, { after: askPalette('november'), windowOnly: true }),
    agent('palette-nothing', DASHBOARD, { after: askPalette('zzz'), windowOnly: true }),
    agent('palette-card', DASHBOARD, { after: askPalette('9990 0000 0000 0011'), windowOnly: true }),
    agent('shortcuts', DASHBOARD, { after: (page) => page.keyboard.press('?'), windowOnly: true }),
    { name: 'no-access', who: 'viewer', path: INQUIRY },
    { name: 'no-access-why', who: 'viewer', path: INQUIRY, after: why },
    agent('not-found', '/nowhere?y=1#z'),
    agent('screen-broken', files.clean, { before: (page) => breakScreen(page) }),
    agent('screen-lost', INQUIRY, {
      before: (page) => breakReplies(page, '**/smac_inquiry-*.js'),
      after: (page) => page.getByRole('button', { name: 'Reload' }).waitFor(),
    }),
    agent('server-away', INQUIRY, { after: leaveServer, windowOnly: true }),
    agent('offline', INQUIRY, { after: (page) => page.context().setOffline(true), windowOnly: true }),
    agent('new-build', INQUIRY, {
      before: (page) => page.clock.install(),
      after: deploy,
      windowOnly: true,
    }),
    agent('panel-broken', INQUIRY, { before: breakPanel }),
    agent('refused-by-server', files.clean, { before: refuseFile }),
    agent('file-long-name', files.awaiting, {
      before: (page) => changeFile(page, () => ({ file_name: LONG_NAME })),
    }),
    agent('inquiry-long-name', INQUIRY, { before: (page) => changeList(page, { file_name: LONG_NAME }) }),
    agent('long-account', DASHBOARD, { before: renamePerson }),
    ...inquiryScenes(),
    ...accountScenes(),
  ]
}

const LONG_NAME = `${'branch_0417_member-complaints'.repeat(7)}.csv`.slice(-200)

/** A newer build than the page's, found on return to the tab. */
async function deploy(page: Page): Promise<void> {
  const latest = { id: 'a-newer-build', timestamp: 1 }
  await page.route('**/builds/latest.json?*', (route) => route.fulfill({ json: latest }))
  await page.clock.fastForward('06:00')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByText('A new version is ready.').waitFor()
}

async function breakPanel(page: Page): Promise<void> {
  await page.route('**/file_tracker?**', (route) => route.fulfill({ json: { resource: { items: 7 } } }))
}

async function why(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Why?' }).click()
  await page.getByText('Not allowed').waitFor()
}

async function refuseFile(page: Page): Promise<void> {
  await page.route('**/file_tracker/specific?**', (route) =>
    route.fulfill({ status: 403, headers: { 'x-request-id': '5f0c2d9e' }, json: {} }),
  )
}

/** As the page kept it from the sign-in. */
async function renamePerson(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept = localStorage.getItem('auth')
    if (kept === null) return
    const session = JSON.parse(kept)
    Object.assign(session.state.auth.userDetails, {
      name: 'María Concepción de los Reyes-Villanueva y Santos',
      email: 'maria.concepcion.de.los.reyes-villanueva.santos@loyalty-operations.backoffice.test',
    })
    localStorage.setItem('auth', JSON.stringify(session))
  })
}

const askPalette = (query: string) => async (page: Page) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill(query)
}

async function denied(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload file' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('User is not auhorized').waitFor()
}

/** As a page that was loaded again finds them. */
async function storeNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const at = new Date().toISOString()
    const notices = [
      { kind: 'waiting', text: 'tenders-november.csv is ready to confirm: 38 new', isRead: false },
      { kind: 'failed', text: 'branches.csv was rejected: No row is valid.', isRead: true },
    ]
    const log = notices.map((notice) => ({ ...notice, at, count: 1 }))
    sessionStorage.setItem('notifications', JSON.stringify({ owner: 'agent@backoffice.test', log }))
  })
}

/** An answer that no screen can draw. */
async function breakScreen(page: Page): Promise<void> {
  await page.route('**/file_tracker/specific?**', (route) => route.fulfill({ json: { resource: 7 } }))
}

async function leaveServer(page: Page): Promise<void> {
  await page.route(/\/(api|health)\//, (route) => route.abort('connectionrefused'))
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await page.getByText('The server cannot be reached.', { exact: true }).waitFor()
}

async function leaveSlowly(page: Page): Promise<void> {
  await holdReplies(page, '**/smac_inquiry-*.js')
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'SMAC Inquiry' })
    .click()
  await page.getByRole('progressbar', { name: 'Loading page' }).waitFor()
}
