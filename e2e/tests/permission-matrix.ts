import { type Access, hasModule, type Module, may, moduleOf, PERMISSIONS } from '@backoffice/contract/access'
import { SCREENS, screenAt } from '@backoffice/contract/screens'
import { branches } from '@backoffice/contract/tables/branches'
import { TABLES } from '@backoffice/contract/tables/tables'
import { tenders } from '@backoffice/contract/tables/tenders'
import type { Locator, Page } from '@playwright/test'
import type { followCalls } from './api-calls.ts'
import { title } from './page-objects.ts'
import { expect } from './test.ts'

export const DENIED = 'User is not auhorized to perform this action.'
/** These permissions open the screen of a file without the module Files. */
const EXPORTS = PERMISSIONS.filter((permission) => permission.endsWith(':export'))
const NO_RECORD = '00000000-0000-4000-8000-000000000000'

/** Screens of tables differ only by their declarations, so only `FULL=1` opens more than one table of each module. */
export const LEFT_OUT = process.env.FULL
  ? []
  : TABLES.filter((table) => table !== tenders && table !== branches)

/** Screens that need a module. Record screens come after the lists that link to them. */
const GATED = SCREENS.flatMap((screen) => ('module' in screen ? [screen] : []))
  .filter(({ path }) => !LEFT_OUT.some((table) => path.startsWith(table.path)))
  // A redirect.
  .filter(({ path }) => path !== '/users')
  .toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))

type Screen = (typeof GATED)[number]

type Calls = ReturnType<typeof followCalls>

/**
 * Opens every screen and compares its controls with the access of its user. Returns the permissions that the controls
 * need. `records`: addresses by screen name; other record screens use the first link of a list.
 */
export async function checkAccess(
  page: Page,
  access: Access,
  calls: Calls,
  records: ReadonlyMap<string, string>,
): Promise<Set<string>> {
  const links = new Map(records)
  const seen = new Set<string>()
  const addressOf = ({ name, path }: Screen) => links.get(name) ?? path.replace(/\{\w+\}/, NO_RECORD)
  const isShown = ({ name, module }: Screen) =>
    hasModule(access, module) ||
    (name === 'files-source_filekey' && EXPORTS.some((each) => may(access, each)))
  for (const screen of GATED.filter(isShown)) {
    await openScreen(page, addressOf(screen))
    await untilShown(page, calls)
    await noteLinks(page, links)
    for (const needs of await checkScreen(page, access)) seen.add(needs)
    for (const tab of await tabLinks(page).all()) {
      const isShown = (await tab.getAttribute('aria-current')) === 'page'
      const before = await page.getByRole('navigation', TABS).locator('xpath=following::*[1]').elementHandle()
      await tab.click()
      await expect(tab).toHaveAttribute('aria-current', 'page')
      // The link is current before the code of its content has loaded.
      if (!isShown) await before?.waitForElementState('hidden')
      // Wait for the list of files, which this tab starts to load.
      if (page.url().endsWith('tab=file') && hasModule(access, 'Files'))
        await expect(page.locator('[data-permission="file:upload"]').first()).toBeVisible()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await calls.settled()
      await noteLinks(page, links)
      for (const needs of await checkScreen(page, access)) seen.add(needs)
    }
    for (const tab of await page.getByRole('main').getByRole('tab').all()) {
      await tab.click()
      await expect(tab).toHaveAttribute('aria-selected', 'true')
      await calls.settled()
      for (const needs of await checkGates(page, access)) seen.add(needs)
    }
  }
  await checkRefused(
    page,
    // Without its module, /lookup redirects with a toast.
    GATED.filter((screen) => !isShown(screen) && screen.path !== '/lookup').map((screen) => ({
      address: addressOf(screen),
      module: screen.module,
    })),
    calls,
  )
  expect(calls.writes).toEqual([])
  return seen
}

/** Navigates with the router, because a page load takes four times as long. Every screen has its own title. */
async function openScreen(page: Page, address: string): Promise<void> {
  if (new URL(page.url()).pathname === address) return
  const before = await page.title()
  await page.evaluate((path) => history.pushState(null, '', path), address)
  await expect.poll(() => page.title(), { intervals: [20] }).not.toBe(before)
}

async function untilShown(page: Page, calls: Calls): Promise<void> {
  await expect(page.locator('#root > [inert]')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await calls.settled()
}

type RefusedScreen = { address: string; module: Module }

/** Each refusal names its module, so a page load is needed only after a screen of the same module. */
async function checkRefused(page: Page, screens: readonly RefusedScreen[], calls: Calls): Promise<void> {
  let before: Module | undefined
  for (const { address, module } of alternating(screens)) {
    if (before && before !== module) await page.evaluate((path) => history.pushState(null, '', path), address)
    else await page.goto(address)
    await expect(page.getByRole('main'), address).toContainText(`the module “${module}”`)
    await untilShown(page, calls)
    await expect(title(page, 'No access'), address).toBeVisible()
    await expect(page.getByRole('button', { name: 'Why?' })).toBeVisible()
    await expect(page).toHaveURL(address)
    before = module
  }
}

/** Orders screens so that neighbours have different modules where possible. */
function alternating(screens: readonly RefusedScreen[]): RefusedScreen[] {
  const byModule = Map.groupBy(screens, ({ module }) => module)
  const ordered: RefusedScreen[] = []
  while (ordered.length < screens.length) {
    const last = ordered.at(-1)?.module
    const [next = []] = [...byModule.values()]
      .toSorted(
        (a, b) => Number(a[0]?.module === last) - Number(b[0]?.module === last) || b.length - a.length,
      )
      .filter(({ length }) => length > 0)
    ordered.push(...next.splice(0, 1))
  }
  return ordered
}

/** Tabs with addresses. */
const TABS = { name: 'Types of inquiry' } as const
const tabLinks = (page: Page) => page.getByRole('navigation', TABS).getByRole('link')

async function noteLinks(page: Page, links: Map<string, string>): Promise<void> {
  for (const link of await linksOf(page)) {
    const screen = screenAt(new URL(link, page.url()).pathname)
    if (screen?.path.includes('{') && !links.has(screen.name)) links.set(screen.name, link)
  }
}

function linksOf(page: Page): Promise<string[]> {
  return page.locator('main a[href]').evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
}

async function checkScreen(page: Page, access: Access): Promise<string[]> {
  const address = page.url()
  const menu = page.getByRole('menu')
  const seen = await checkGates(page, access)
  const toSelect = page.locator('tbody').getByRole('checkbox').first()
  if (await toSelect.isVisible()) {
    await toSelect.check()
    seen.push(...(await checkGates(page, access)))
    await toSelect.uncheck()
  }
  for (const selector of ['td [aria-haspopup=menu]', 'main > * :not(td) > [aria-haspopup=menu]']) {
    const opener = page.locator(selector).first()
    if (!(await opener.isVisible())) continue
    await opener.click()
    // The menu gets the focus shortly after it is visible.
    await expect(menu.getByRole('menuitem').first()).toBeFocused()
    seen.push(...(await checkGates(page, access, menu)))
    // A denied item keeps the menu open.
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  }
  await checkForms(page)
  expect(page.url()).toBe(address)
  return seen
}

/** Checks that a gated control is disabled exactly if the user lacks its permission, and then does nothing. */
async function checkGates(page: Page, access: Access, within = page.locator('body')): Promise<string[]> {
  const controls = await within.locator('[data-permission]:visible').evaluateAll((all) =>
    all.map((each) => ({
      name: `${each.textContent} of ${location.pathname}`,
      needs: each.getAttribute('data-permission') ?? '',
      isDenied: each.hasAttribute('data-denied'),
      isDisabledForAria: each.getAttribute('aria-disabled') === 'true',
      isDisabled: each.hasAttribute('disabled'),
    })),
  )
  for (const { name, needs, isDenied, isDisabledForAria, isDisabled } of controls) {
    const permissions = needs.split(' ').map((need) => PERMISSIONS.find((each) => each === need))
    expect(permissions, name).not.toContain(undefined)
    const held = permissions.filter((each) => each !== undefined)
    expect(
      held.every((each) => hasModule(access, moduleOf(each))),
      `${name} is shown, so its module is held`,
    ).toBe(true)
    expect(isDenied, `${name} is denied`).toBe(!held.every((each) => may(access, each)))
    if (isDenied)
      expect([isDisabledForAria, isDisabled], `${name} is disabled and has the focus`).toEqual([true, false])
  }
  // Marked controls were pressed before.
  const denied = within.locator('[data-denied]:not([data-pressed]):visible')
  if ((await denied.count()) > 0) await pressDenied(page, denied)
  return controls.map(({ needs }) => needs)
}

/**
 * Presses the first control with the keyboard and clicks all. Expects that each click is cancelled before its default
 * action, and one toast, which repeated refusals share.
 */
async function pressDenied(page: Page, controls: Locator): Promise<void> {
  await controls.first().press('Enter')
  await page.keyboard.press('Space')
  const wrong = await controls.evaluateAll((all) =>
    all.flatMap((element) => {
      if (!(element instanceof HTMLElement)) throw new Error('A control is not an HTML element.')
      element.setAttribute('data-pressed', '')
      element.focus()
      const hasFocus = element === document.activeElement
      const click = new MouseEvent('click', { bubbles: true, cancelable: true })
      // A menu item has no default action.
      const isCancelled = !element.dispatchEvent(click) || element.role === 'menuitem'
      return hasFocus && isCancelled ? [] : [{ name: element.textContent, hasFocus, isCancelled }]
    }),
  )
  expect(wrong).toEqual([])
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(page.getByText(DENIED)).toHaveCount(1)
}

/** Presses Enter in each form whose submit button is denied. */
async function checkForms(page: Page): Promise<void> {
  const forms = page.locator('form').filter({ has: page.locator('[type=submit][data-denied]') })
  for (const form of await forms.all()) {
    const field = form.locator('input:is([type=text], :not([type])):not([role=combobox]):visible').first()
    if (!(await field.isVisible())) continue
    await form.evaluate((element) =>
      element.addEventListener('submit', () => element.setAttribute('data-submitted', ''), { capture: true }),
    )
    await field.press('Enter')
    await expect(page.getByText(DENIED)).toHaveCount(1)
    await expect(form).not.toHaveAttribute('data-submitted')
  }
}
