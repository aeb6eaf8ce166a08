import { type Access, hasModule, may, moduleOf, PERMISSIONS } from '@backoffice/contract/access'
import { BUILT_SCREENS, screenAt } from '@backoffice/contract/screens'
import type { Locator, Page } from '@playwright/test'
import type { followCalls } from './api-calls.ts'
import { title } from './page-objects.ts'
import { expect } from './test.ts'

export const DENIED = 'User is not auhorized to perform this action.'
const NO_RECORD = '00000000-0000-4000-8000-000000000000'

/** The screens that take a module; those of a record after the lists that lead to it. */
const SCREENS = BUILT_SCREENS.flatMap((screen) => ('module' in screen ? [screen] : [])).toSorted(
  (a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')),
)

/** The calls that the page has made. */
type Calls = ReturnType<typeof followCalls>

/** Opens every screen and compares what is shown and what can be pressed with the access of its user. */
export async function walkScreens(page: Page, access: Access, calls: Calls): Promise<void> {
  const links = new Map<string, string>()
  for (const { name, path, module } of SCREENS) {
    await page.goto(links.get(name) ?? path.replace(/\{\w+\}/, NO_RECORD))
    await expect(page.locator('#root > [inert]')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await calls.answered()
    if (!hasModule(access, module)) {
      await expect(title(page, 'No access'), path).toBeVisible()
      await expect(page.getByRole('main'), path).toContainText(`the module “${module}”`)
      await expect(page.getByRole('button', { name: 'Why?' })).toBeVisible()
      continue
    }
    for (const link of await linksOf(page)) {
      const screen = screenAt(new URL(link, page.url()).pathname)
      if (screen?.path.includes('{') && !links.has(screen.name)) links.set(screen.name, link)
    }
    await checkScreen(page, access)
  }
  expect(calls.writes).toEqual([])
}

function linksOf(page: Page): Promise<string[]> {
  return page.locator('main a[href]').evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
}

async function checkScreen(page: Page, access: Access): Promise<void> {
  const address = page.url()
  await checkGates(page, access)
  const toSelect = page.locator('tbody').getByRole('checkbox').first()
  if (await toSelect.isVisible()) {
    await toSelect.check()
    await checkGates(page, access)
    await toSelect.uncheck()
  }
  for (const selector of ['td [aria-haspopup=menu]', 'main > * :not(td) > [aria-haspopup=menu]']) {
    const opener = page.locator(selector).first()
    if (!(await opener.isVisible())) continue
    await opener.click()
    await expect(page.getByRole('menu')).toBeVisible()
    // Only within it: it closes when the focus leaves it.
    await checkGates(page, access, page.getByRole('menu'))
    // A click on the toast has closed it. On a record the key would then close that.
    if (await page.getByRole('menu').isVisible()) await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
  }
  await checkForms(page)
  expect(page.url()).toBe(address)
}

type Control = {
  name: string
  needs: string[]
  isDenied: boolean
  isDisabledForAria: boolean
  isDisabled: boolean
}

/** Every gated control is disabled exactly if its user is without its permission, and then does nothing. */
async function checkGates(page: Page, access: Access, within = page.locator('body')): Promise<void> {
  const controls = within.locator('[data-permission]:visible')
  const found = await controls.evaluateAll((all) =>
    all.map(
      (each): Control => ({
        name: `${each.textContent} (${location.pathname})`,
        needs: each.getAttribute('data-permission')?.split(' ') ?? [],
        isDenied: each.hasAttribute('data-denied'),
        isDisabledForAria: each.getAttribute('aria-disabled') === 'true',
        isDisabled: each.hasAttribute('disabled'),
      }),
    ),
  )
  for (const { name, needs, isDenied, isDisabledForAria, isDisabled } of found) {
    const permissions = needs.map((need) => PERMISSIONS.find((each) => each === need))
    for (const permission of permissions) {
      expect(permission, name).toBeDefined()
      if (permission) expect(hasModule(access, moduleOf(permission)), name).toBe(true)
    }
    expect(isDenied, name).toBe(!permissions.every((each) => each && may(access, each)))
    if (isDenied)
      expect({ name, isDisabledForAria, isDisabled }).toEqual({
        name,
        isDisabledForAria: true,
        isDisabled: false,
      })
  }
  const denied = within.locator('[data-denied]:visible')
  const count = await denied.count()
  for (let at = 0; at < count; at += 1) await pressDenied(page, denied.nth(at))
  if (count > 0) await expectToast(page)
}

/** By keyboard and by pointer; a click is cancelled before the browser does what it would do by itself. */
async function pressDenied(page: Page, control: Locator): Promise<void> {
  await control.focus()
  await expect(control).toBeFocused()
  await page.keyboard.press('Enter')
  const { isLink, isItem } = await control.evaluate((element) => ({
    isLink: element instanceof HTMLAnchorElement,
    isItem: element.role === 'menuitem',
  }))
  if (!isLink) await page.keyboard.press('Space')
  const isCancelled = await control.evaluate(
    (element) => !element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
  )
  // An item of a menu does nothing by itself.
  expect(isCancelled || isItem, (await control.textContent()) ?? '').toBe(true)
  await expect(page.locator('dialog[open]')).toHaveCount(0)
}

async function expectToast(page: Page): Promise<void> {
  const toast = page.getByRole('alert').filter({ hasText: DENIED })
  await expect(toast).toHaveCount(1)
  // So that what is pressed next shows its own. While it leaves it has no role any more.
  await toast.click()
  await expect(page.getByText(DENIED)).toHaveCount(0)
}

/** Enter in a field of a form whose submit button is denied. */
async function checkForms(page: Page): Promise<void> {
  const forms = page.locator('form').filter({ has: page.locator('[type=submit][data-denied]') })
  for (const form of await forms.all()) {
    const field = form.locator('input:is([type=text], :not([type])):not([role=combobox]):visible').first()
    if (!(await field.isVisible())) continue
    await field.press('Enter')
    await expectToast(page)
  }
}
