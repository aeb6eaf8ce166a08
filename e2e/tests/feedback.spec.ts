import type { Locator, Page } from '@playwright/test'
import { emailOf, fillSignIn, PASSWORD, startSession } from './demo-users.ts'
import { holdToastTimers, pauseClock, press } from './page-objects.ts'
import { aTender, field, newCode, openTender, pane, save } from './tender-records.ts'
import { expect, test } from './test.ts'

// Animations time toasts and fold them up.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const FRAME_MS = 16
const DENIED = 'User is not auhorized to perform this action.'

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const toastOf = (page: Page, role: 'alert' | 'status', text: string) =>
  page.getByRole(role).filter({ hasText: text })

/** Sets the age of the toast, and gives the browser two frames to react. */
function setAge(toast: Locator, ms: number): Promise<void> {
  return toast.evaluate(async (element, age) => {
    for (const animation of element.getAnimations({ subtree: true }))
      if (animation instanceof CSSAnimation && animation.animationName === 'Toastify__trackProgress')
        animation.currentTime = age
    for (const animation of [element.animate(null, 17), element.animate(null, 17)]) await animation.finished
  }, ms)
}

async function openComponents(page: Page): Promise<void> {
  await page.clock.install()
  // Wait for the scripts.
  await page.goto('/components', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Feedback' })).toBeVisible()
}

type Row = {
  button: string
  role: 'alert' | 'status'
  text: string
  ms: number
  at: 'top right' | 'bottom right' | 'bottom centre'
}
const ROWS: Row[] = [
  { button: 'Success, 1 s', role: 'status', text: 'Tender 0412 saved.', ms: 1000, at: 'top right' },
  { button: 'Unauthorized, 1 s', role: 'alert', text: 'Unauthorized Access', ms: 1000, at: 'bottom right' },
  { button: 'Not allowed, 3 s', role: 'alert', text: DENIED, ms: 3000, at: 'bottom centre' },
  { button: 'Error, 5 s', role: 'alert', text: 'The tender could not be saved.', ms: 5000, at: 'top right' },
  { button: 'With undo, 5 s', role: 'status', text: 'Tender 0412 deleted.', ms: 5000, at: 'top right' },
]

test('each kind of toast has its position and duration, and pauses', async ({ page }) => {
  await holdToastTimers(page)
  await openComponents(page)
  for (const row of ROWS)
    await test.step(`${row.button}: ${row.at}, gone after ${row.ms} ms and 300 ms of folding up`, () =>
      expectToast(page, row))
  await test.step('under the pointer and while the window is blurred', () => expectPauses(page))
})

async function expectToast(page: Page, { button, role, text, ms, at }: Row): Promise<void> {
  await press(page, button)
  const toast = toastOf(page, role, text)
  await expect(toast).toBeVisible()
  expect(await placeOf(page, toast)).toBe(at)
  await setAge(toast, ms - 1)
  await expect(toast).toHaveCSS('opacity', '1')
  await pauseClock(page)
  // It loses its role at once, then fades and folds up.
  await expect(async () => {
    for (const age of [ms - 1, ms]) if (await toast.count()) await setAge(toast, age)
    await expect(toast).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  const leaving = page.getByRole('region', { name: 'Notifications Alt+T' }).getByText(text)
  const isFolding = () => leaving.evaluate((element) => element.closest('[style*="height: 0px"]') !== null)
  await expect(async () => {
    await page.clock.runFor(FRAME_MS)
    expect(await isFolding()).toBe(true)
  }).toPass()
  await page.clock.runFor(300 - FRAME_MS)
  await expect(leaving).toBeAttached()
  await page.clock.runFor(FRAME_MS)
  await expect(leaving).not.toBeAttached()
  await page.clock.resume()
}

async function placeOf(page: Page, toast: Locator): Promise<string> {
  const box = await toast.boundingBox()
  const size = page.viewportSize()
  if (!box || !size) throw new Error('The toast is not on the page.')
  const bottom = size.height - box.y - box.height
  const right = size.width - box.x - box.width
  const middle = Math.abs(box.x - right)
  return `${box.y < bottom ? 'top' : 'bottom'} ${middle <= 1 ? 'centre' : right < 40 ? 'right' : 'left'}`
}

/** A toast pauses under the pointer and while the window is blurred; Alt+T focuses it. */
async function expectPauses(page: Page): Promise<void> {
  await press(page, 'Error, 5 s')
  const toast = toastOf(page, 'alert', 'The tender could not be saved.')
  const state = () =>
    toast.evaluate((element) =>
      element
        .getAnimations({ subtree: true })
        .flatMap((animation) =>
          animation instanceof CSSAnimation && animation.animationName === 'Toastify__trackProgress'
            ? animation.playState
            : [],
        )
        .join(),
    )
  await expect.poll(state).toBe('running')
  await toast.hover()
  await expect.poll(state).toBe('paused')
  await page.mouse.move(300, 500)
  await expect.poll(state).toBe('running')
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  await expect.poll(state).toBe('paused')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect.poll(state).toBe('running')
  await page.keyboard.press('Alt+T')
  await expect(toast).toBeFocused()
}

for (const [what, file] of [
  ['chunk', /toast-library-[^/]+\.js/],
  ['stylesheet', /toast-[^/]+\.css/],
] as const)
  test(`a message is announced and listed while the toast ${what} fails; the next toast is shown`, async ({
    page,
  }) => {
    await page.route(file, (route) => route.abort())
    await openComponents(page)
    await press(page, 'Error, 5 s')
    await expect(
      page.getByRole('status').filter({ hasText: 'The tender could not be saved.' }),
    ).toBeAttached()
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new')
    await page.unroute(file)
    await press(page, 'Error, 5 s')
    await expect(toastOf(page, 'alert', 'The tender could not be saved.')).toBeVisible()
  })

test('a toast survives a navigation; unread ones survive a reload but not a sign-out', async ({ page }) => {
  await holdToastTimers(page)
  await startSession(page, 'lookup')
  const code = newCode()
  await aTender(page, code)
  await openTender(page, code)
  await field(page, 'Tender name').fill(`${code} fleet card`)
  const saved = `FUEL ${code} saved`
  await save(page)
  await expect(pane(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Operational Dashboard' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
  await expect(toastOf(page, 'status', saved)).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new')
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new')
  await bell(page).click()
  await expect(panel(page).getByText(saved)).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await bell(page).click()
  await expect(panel(page).getByText(saved)).toBeVisible()
  await page.keyboard.press('Escape')
  await press(page, 'Sign out')
  await expect(page).toHaveURL(/\/login/)
  await fillSignIn(page, emailOf('lookup'), PASSWORD)
  await expect(page.getByRole('heading', { level: 1, name: 'Operational Dashboard' })).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})
