import type { Browser, Page } from '@playwright/test'
import { type DemoUser, sessionOf } from './demo-users.ts'

type Budget = {
  name: string
  path: string
  /** Undefined for a public screen. */
  user: DemoUser | undefined
  /** Text that a loaded screen shows, or a function that waits for it. */
  sign: string | ((page: Page) => Promise<unknown>)
  /** Maximum of Brotli KB of scripts and styles, and of requests including the page. */
  codeKb: number
  requests: number
}

const screen = (
  name: string,
  path: string,
  user: Budget['user'],
  sign: Budget['sign'],
  codeKb: number,
  requests: number,
): Budget => ({ name, path, user, sign, codeKb, requests })

/** Waits for the mark that a public screen sets once its scripts run. */
const isUsable = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
/** Charts load after the figures but count too. */
const hasChart = (page: Page) => page.locator('canvas').first().waitFor()
const ABSENT = '00000000-0000-4000-8000-000000000000'

/** Bytes and requests of each screen with an empty cache. Raising one needs a decision. */
export const BUDGETS: readonly Budget[] = [
  screen('sign-in', '/login', undefined, isUsable, 92.5, 6),
  screen('forgot password', '/forgot-password', undefined, isUsable, 93, 7),
  screen('reset password', '/reset', undefined, isUsable, 94, 7),
  screen('dashboard', '/operational_dashboard', 'agent', hasChart, 167, 13),
  screen('single inquiry', '/smac_inquiry', 'agent', 'Run an inquiry to see the card', 163, 12),
  screen('cases', '/cases', 'agent', 'Closed', 180, 13),
  screen('case, new', '/cases/create', 'agent', 'recorded as an inquiry', 230, 17),
  screen('case', '/cases/C-999999', 'agent', 'Page Not Found', 230, 17),
  screen('approvals', '/approvals', 'access', 'Decided', 180, 13),
  screen('approval', `/approvals/${ABSENT}`, 'access', 'Page Not Found', 230, 17),
  screen('reviews', '/reviews', 'access', 'Start review', 180, 13),
  screen('review', `/reviews/${ABSENT}`, 'access', 'Page Not Found', 219, 13),
  screen('transactions', '/operational_dashboard/transactions', 'agent', 'Business date', 180, 13),
  screen('tenders', '/lookup/tenders', 'lookup', 'In force', 180, 11),
  screen('tender, new', '/lookup/tenders/create', 'lookup', 'Effective from', 222, 14),
  screen('tender', `/lookup/tenders/${ABSENT}`, 'lookup', 'Page Not Found', 222, 14),
  screen('lookup', '/lookup', 'lookup', 'Export', 180, 13),
  screen('terminals', '/lookup/shell_tid', 'lookup', 'In force', 180, 12),
  screen('branch, new', '/glass/branch/create', 'glass', 'Effective from', 222, 15),
  screen('users', '/users/users_list', 'access', 'admin@backoffice.test', 180, 12),
  screen('user, new', '/users/users_list/create', 'access', 'In addition to the role’s policies', 227, 17),
  screen('users, invite', '/users/users_list/invite', 'access', 'Invite several', 230, 17),
  screen('user', `/users/users_list/${ABSENT}`, 'access', 'Page Not Found', 233, 15),
  screen('roles', '/users/users_roles', 'access', 'Inquiry agent', 180, 13),
  screen(
    'role, new',
    '/users/users_roles/create',
    'access',
    'Parts of the application they can open',
    230,
    17,
  ),
  screen('role', `/users/users_roles/${ABSENT}`, 'access', 'Page Not Found', 230, 17),
  screen('policies', '/users/users_policies', 'access', 'Own files', 180, 13),
  screen(
    'policy, new',
    '/users/users_policies/create',
    'access',
    'Everything, including future actions',
    226,
    17,
  ),
  screen('policy', `/users/users_policies/${ABSENT}`, 'access', 'Page Not Found', 230, 17),
  screen('audit', '/audit', 'auditor', 'Events can’t be edited', 180, 12),
  screen('status', '/status', 'auditor', 'Web', 180, 12),
  screen('files', '/files', 'lookup', 'Export', 180, 12),
  screen('file', `/files/${ABSENT}`, 'agent', 'Page Not Found', 232, 13),
  // Loads the identity library.
  screen('account', '/account', 'agent', 'Set up authenticator', 236, 17),
  screen('components', '/components', undefined, isUsable, 252, 21),
]

/** Screens with the same code as another one, which are weighed only with `FULL=1`. */
const ALIKE = ['terminals', 'branch, new', 'role', 'policies', 'policy, new', 'policy']

export type Weight = { budget: Budget; codeKb: number; pageKb: number; requests: number; isOver: boolean }

export async function weighAll(browser: Browser, baseURL: string): Promise<Weight[]> {
  const sessions = new Map<DemoUser, Awaited<ReturnType<typeof sessionOf>>>()
  const weighed: Weight[] = []
  for (const budget of BUDGETS.filter(({ name }) => process.env.FULL || !ALIKE.includes(name))) {
    const { user } = budget
    if (user && !sessions.has(user)) sessions.set(user, await sessionOf(browser, baseURL, user))
    const storageState = user && sessions.get(user)
    const context = await browser.newContext({ baseURL, ...(storageState && { storageState }) })
    weighed.push(await weigh(await context.newPage(), budget))
    await context.close()
  }
  return weighed
}

/** The shortest wait before a screen preloads. */
const AHEAD_MS = 1000

/** Weighs a screen without its preloads. */
async function weigh(page: Page, budget: Budget): Promise<Weight> {
  await page.addInitScript(holdTimers, AHEAD_MS)
  await page.goto(budget.path)
  // The frame in the page is inert.
  if (typeof budget.sign === 'string')
    await page.locator('#root > :not([inert])').getByText(budget.sign).first().waitFor()
  else await budget.sign(page)
  const found = await page.evaluate(() => {
    const sizeOf = (entries: readonly PerformanceEntry[]) =>
      entries.reduce(
        (sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0),
        0,
      ) / 1024
    const resources = performance.getEntriesByType('resource')
    const code = resources.filter(({ name }) => /\.(js|css)$/.test(new URL(name).pathname))
    return {
      codeKb: sizeOf(code),
      // Inlined code counts with the page.
      pageKb: sizeOf(performance.getEntriesByType('navigation')),
      requests: 1 + code.length,
    }
  })
  const isOver = found.codeKb > budget.codeKb || found.requests > budget.requests
  return { budget, ...found, isOver }
}

/** Stops long timers, which on a busy machine would run before the screen is loaded. */
function holdTimers(fromMs: number): void {
  const original = window.setTimeout
  // Node's types give `setTimeout` a property.
  window.setTimeout = Object.assign(
    (handler: TimerHandler, ms = 0, ...args: unknown[]) => (ms < fromMs ? original(handler, ms, ...args) : 0),
    original,
  )
}

export function tableOf(weighed: readonly Weight[]): string {
  return weighed
    .map(({ budget, codeKb, pageKb, requests, isOver }) =>
      [
        isOver ? 'OVER' : 'ok  ',
        budget.name.padEnd(20),
        `${codeKb.toFixed(1).padStart(6)} of ${budget.codeKb} KB of code`,
        `${String(requests).padStart(2)} of ${budget.requests} requests`,
        `page ${pageKb.toFixed(1)} KB`,
      ].join('  '),
    )
    .join('\n')
}
