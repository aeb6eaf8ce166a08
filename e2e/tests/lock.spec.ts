import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { emailOf, PASSWORD, signIn } from './demo-users.ts'
import { IDP } from './idp.ts'
import { watchForLeaks } from './leak-detector.ts'
import { openTab, title, typeUnsaved } from './page-objects.ts'
import { readRefreshToken, readSession, storageKeys } from './session-storage.ts'
import { expect, test } from './test.ts'

const MINUTE_MS = 60_000
const LIMIT_MINUTES = 15

const locked = (page: Page) => page.getByRole('dialog', { name: 'Screen locked' })
const password = (page: Page) => locked(page).getByLabel('Password', { exact: true })

/** Sets the default limit. The test server has a longer one for tests that move the clock. */
async function lockInTime(context: BrowserContext): Promise<void> {
  await context.clock.install()
  await context.route(
    (url) => !url.pathname.includes('.') && !/^\/(api|idp)\//.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const page = await route.fetch()
      const text = (await page.text()).replace(
        /"lockAfterMs":\d+/,
        `"lockAfterMs":${LIMIT_MINUTES * MINUTE_MS}`,
      )
      await route.fulfill({ response: page, body: text })
    },
  )
}

/** Idle time as known to this tab. Input in other tabs arrives with a delay. */
function idleMs(page: Page): Promise<number> {
  return page.evaluate(() => Date.now() - JSON.parse(localStorage.getItem('auth') ?? '{}').activeAtMs)
}

/** Ticks outside of the lock that would be printed, because they are visible even in hidden boxes. */
function ticksBehind(): string[] {
  return [...document.querySelectorAll('input:checked')]
    .filter((input) => !input.closest('dialog[open]'))
    .filter((input) => getComputedStyle(input, '::before').visibility === 'visible')
    .map((input) => input.outerHTML)
}

async function unlock(page: Page): Promise<void> {
  await password(page).fill(PASSWORD)
  await locked(page).getByRole('button', { name: 'Unlock' }).click()
  await expect(locked(page)).toHaveCount(0)
}

test('the screen locks after 15 minutes idle; the password unlocks it with the input kept', async ({
  page,
  context,
}) => {
  await lockInTime(context)
  // So that a navigation back stays in the application.
  await signIn(page, 'lookup', '/lookup/tenders')
  await page.getByRole('link', { name: 'Create tender' }).click()
  const name = page.getByLabel('Tender name')
  await typeUnsaved(page, 'Tender name', 'OPS-1234')
  await context.clock.fastForward((LIMIT_MINUTES - 1) * MINUTE_MS)
  await expect(locked(page)).toHaveCount(0)
  await page.mouse.move(200, 300)
  await context.clock.fastForward((LIMIT_MINUTES - 1) * MINUTE_MS)
  await expect(locked(page)).toHaveCount(0)

  const expectNoneOf = watchForLeaks(page)
  await context.clock.fastForward(2 * MINUTE_MS)
  await expect(locked(page)).toBeVisible()
  await expect(locked(page)).toContainText(`This screen was idle for 15 minutes.`)
  await expect(locked(page)).toContainText(emailOf('lookup'))
  await expect(password(page)).toBeFocused()
  // Content behind the lock cannot be seen, printed or reached, and nothing closes the lock.
  await expect(name).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(name).toBeHidden()
  expect(await page.evaluate(ticksBehind)).toEqual([])
  await page.emulateMedia({ media: null })
  for (let tabs = 0; tabs < 8; tabs++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main'))).toBeNull()
  }
  for (const key of ['Escape', 'Escape', 'Escape', 'Control+k', 'g', 'd']) await page.keyboard.press(key)
  await expect(locked(page)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expectAccessible(page)

  await password(page).fill('')
  await page.keyboard.press('Enter')
  await expect(password(page)).toHaveAccessibleDescription('Password cannot be empty')
  await password(page).fill('Wrong#2026')
  await page.keyboard.press('Enter')
  await expect(locked(page).getByRole('alert')).toHaveText('Incorrect password.')
  await expect(password(page)).toBeFocused()
  const before = await readRefreshToken(page)
  await expectNoneOf([PASSWORD, 'Wrong#2026'])
  await unlock(page)
  await expect(name).toHaveValue('OPS-1234')
  await expect(name).toBeFocused()
  // The previous session continues; the one that verified the password has ended.
  expect(await readRefreshToken(page)).toEqual(before)
  expect((await storageKeys(page)).filter((key) => key.endsWith('.refreshToken'))).toHaveLength(1)
  await test.step('the lock covers an open dialog, a clock set back and a navigation back', () =>
    expectLockOverDialog(page, context))
})

test('the lock covers every tab, a reload and a new tab; one unlock unlocks all', async ({
  page,
  context,
}) => {
  await lockInTime(context)
  await signIn(page, 'viewer')
  const other = await openTab(page, '/operational_dashboard', 'Operational Dashboard')
  await context.clock.fastForward(10 * MINUTE_MS)
  await other.mouse.move(200, 300)
  await expect.poll(() => idleMs(page)).toBeLessThan(MINUTE_MS)
  await context.clock.fastForward(10 * MINUTE_MS)
  // Activity in one tab counts for all.
  await expect(locked(page)).toHaveCount(0)
  await context.clock.fastForward(6 * MINUTE_MS)
  await expect(locked(page)).toBeVisible()
  await expect(locked(other)).toBeVisible()

  await page.reload()
  await expect(locked(page)).toBeVisible()
  const third = await context.newPage()
  await third.goto('/operational_dashboard')
  await expect(locked(third)).toBeVisible()
  await unlock(third)
  await expect(locked(page)).toHaveCount(0)
  await expect(locked(other)).toHaveCount(0)
  expect((await readSession(page)).isAuthenticated).toBe(true)
  for (const tab of [other, third]) await tab.close()

  await test.step('input after a sleep locks instead of counting as activity', async () => {
    // Time passes but no timer runs.
    await context.clock.setSystemTime((await page.evaluate(() => Date.now())) + 16 * MINUTE_MS)
    await page.mouse.move(300, 300)
    await expect(locked(page)).toBeVisible()
  })
  await test.step('without the password only signing out works; offline the screen stays locked', async () => {
    await page.route(IDP, (route) => route.abort('connectionfailed'))
    await password(page).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(locked(page).getByRole('alert')).toContainText('The server cannot be reached.')
    await expect(password(page)).toHaveValue(PASSWORD)
    await page.unroute(IDP)
    await locked(page).getByRole('button', { name: 'Sign out' }).click()
    await expect(title(page, 'Sign in')).toBeVisible()
    await expect(page).toHaveURL('/login')
    expect(await storageKeys(page)).toEqual([])
  })
})

async function expectLockOverDialog(page: Page, context: BrowserContext): Promise<void> {
  const form = page.url()
  await page.getByRole('link', { name: 'Operational Dashboard' }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await context.clock.fastForward(16 * MINUTE_MS)
  await expect(password(page)).toBeFocused()
  await expect(question).toBeHidden()
  await expect(page).toHaveTitle('Screen locked · Backoffice')

  await context.clock.setSystemTime(Date.now() - 60 * MINUTE_MS)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.goBack()
  await expect(locked(page)).toBeVisible()
  const otherTab = await context.newPage()
  await otherTab.goto('/operational_dashboard')
  await otherTab.mouse.move(200, 300)
  await expect(locked(otherTab)).toBeVisible()
  await otherTab.close()
  await expect(page).toHaveURL(form)
  await expect(page).toHaveTitle('Screen locked · Backoffice')
  await context.clock.setSystemTime(Date.now() + 60 * MINUTE_MS)
  await unlock(page)
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Tender name')).toHaveValue('OPS-1234')
  await expect(page).not.toHaveTitle(/locked/)
}

test('a session restored after a failed refresh is locked if the idle time is over the limit or unknown', async ({
  page,
  context,
}) => {
  await lockInTime(context)
  await signIn(page, 'viewer')
  await page.goto('/builds/latest.json')
  await context.clock.fastForward(70 * MINUTE_MS)
  await page.route(IDP, (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/operational_dashboard')
  await expect(title(page, 'Sign in')).toBeVisible()
  // The sign-in page would restore the session and return.
  await page.goto('/builds/latest.json')
  // Another tab does not know when the last input was.
  const unaware = await context.newPage()
  await unaware.goto('/operational_dashboard')
  const unknown = unaware.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(unknown).toContainText(emailOf('viewer'))
  await expect(unaware).toHaveTitle('Confirm it’s you · Backoffice')
  // After a reload the idle time is still unknown.
  await unaware.reload()
  await expect(unknown).toBeVisible()
  await expect(unknown).not.toContainText('minutes')
  await unaware.evaluate(() => localStorage.removeItem('auth'))
  await unaware.close()

  await page.unroute(IDP)
  await page.goto('/operational_dashboard')
  await expect(locked(page)).toContainText('15 minutes')
  await unlock(page)
  await expect(title(page, 'Operational Dashboard')).toBeVisible()
})
