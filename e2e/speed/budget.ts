import type { Browser, Page } from '@playwright/test'
import { type StorageState, sessionOf } from '../pictures/arrange.ts'
import { type Transfers, weigh } from './transfers.ts'

type Budget = {
  name: string
  path: string
  /** Of the demo; none for a public screen. */
  user: 'agent' | 'lookup' | 'glass' | 'access' | 'auditor' | undefined
  /** Seen once the screen stands. */
  sign: (page: Page) => Promise<void>
  /** Brotli KB of scripts and styles, and requests with the page's own: no more than these. */
  codeKb: number
  requests: number
}

/** Measured once its own scripts run. */
const canBeUsed = async (page: Page) => {
  await page.waitForFunction(() => performance.getEntriesByName('usable').length > 0)
}
/** By the application: its frame, which comes in the page, is inert. */
const shows = (text: string) => (page: Page) =>
  page.locator('#root > :not([inert])').getByText(text).first().waitFor()

/** Its figures come first: the charts are counted all the same. */
const draws = (page: Page) => page.locator('canvas').first().waitFor()

/** What each screen may weigh with an empty cache. Raising one of these is a decision. */
export const BUDGETS: readonly Budget[] = [
  { name: 'sign-in', path: '/login', user: undefined, sign: canBeUsed, codeKb: 91, requests: 6 },
  {
    name: 'forgot password',
    path: '/forgot-password',
    user: undefined,
    sign: canBeUsed,
    codeKb: 92,
    requests: 7,
  },
  { name: 'reset password', path: '/reset', user: undefined, sign: canBeUsed, codeKb: 94, requests: 7 },
  {
    name: 'dashboard',
    path: '/operational_dashboard',
    user: 'agent',
    sign: draws,
    codeKb: 157,
    requests: 12,
  },
  {
    name: 'single inquiry',
    path: '/smac_inquiry',
    user: 'agent',
    sign: shows('Run an inquiry to see the card'),
    codeKb: 156,
    requests: 12,
  },
  {
    name: 'tenders',
    path: '/lookup/tenders',
    user: 'lookup',
    sign: shows('In force'),
    codeKb: 166,
    requests: 12,
  },
  {
    name: 'tender, new',
    path: '/lookup/tenders/create',
    user: 'lookup',
    sign: shows('Effective from'),
    codeKb: 189,
    requests: 17,
  },
  {
    name: 'tender',
    path: '/lookup/tenders/00000000-0000-4000-8000-000000000000',
    user: 'lookup',
    sign: shows('does not exist'),
    codeKb: 191,
    requests: 17,
  },
  {
    name: 'lookup',
    path: '/lookup',
    user: 'lookup',
    sign: shows('Export'),
    codeKb: 172,
    requests: 14,
  },
  {
    name: 'terminals',
    path: '/lookup/shell_tid',
    user: 'lookup',
    sign: shows('In force'),
    codeKb: 166,
    requests: 13,
  },
  {
    name: 'branch, new',
    path: '/glass/branch/create',
    user: 'glass',
    sign: shows('Effective from'),
    codeKb: 189,
    requests: 18,
  },
  {
    name: 'users',
    path: '/users/users_list',
    user: 'access',
    sign: shows('admin@backoffice.test'),
    codeKb: 171,
    requests: 13,
  },
  {
    name: 'user, new',
    path: '/users/users_list/create',
    user: 'access',
    sign: shows('Beside those of the role'),
    codeKb: 193,
    requests: 19,
  },
  {
    name: 'user',
    path: '/users/users_list/00000000-0000-4000-8000-000000000000',
    user: 'access',
    sign: shows('does not exist'),
    codeKb: 207,
    requests: 19,
  },
  {
    name: 'roles',
    path: '/users/users_roles',
    user: 'access',
    sign: shows('Inquiry agent'),
    codeKb: 171,
    requests: 14,
  },
  {
    name: 'role, new',
    path: '/users/users_roles/create',
    user: 'access',
    sign: shows('what is shown at all'),
    codeKb: 203,
    requests: 20,
  },
  {
    name: 'role',
    path: '/users/users_roles/00000000-0000-4000-8000-000000000000',
    user: 'access',
    sign: shows('does not exist'),
    codeKb: 204,
    requests: 20,
  },
  {
    name: 'policies',
    path: '/users/users_policies',
    user: 'access',
    sign: shows('Own files'),
    codeKb: 171,
    requests: 14,
  },
  {
    name: 'policy, new',
    path: '/users/users_policies/create',
    user: 'access',
    sign: shows('Everything, also what is added later'),
    codeKb: 202,
    requests: 20,
  },
  {
    name: 'policy',
    path: '/users/users_policies/00000000-0000-4000-8000-000000000000',
    user: 'access',
    sign: shows('does not exist'),
    codeKb: 204,
    requests: 20,
  },
  {
    name: 'audit',
    path: '/audit',
    user: 'auditor',
    sign: shows('Nothing here can be changed'),
    codeKb: 169,
    requests: 13,
  },
  {
    name: 'status',
    path: '/status',
    user: 'auditor',
    sign: shows('Web'),
    codeKb: 168,
    requests: 13,
  },
  {
    name: 'files',
    path: '/files',
    user: 'lookup',
    sign: shows('Export'),
    codeKb: 167,
    requests: 13,
  },
  {
    name: 'file',
    path: '/files/00000000-0000-4000-8000-000000000000',
    user: 'agent',
    sign: shows('File not found'),
    codeKb: 192,
    requests: 14,
  },
  {
    name: 'account',
    path: '/account',
    user: 'agent',
    // Said by the identity library, which is fetched for it.
    sign: shows('Set up authenticator'),
    codeKb: 230,
    requests: 22,
  },
  { name: 'components', path: '/components', user: undefined, sign: canBeUsed, codeKb: 250, requests: 30 },
]

export type Weighed = { budget: Budget; found: Transfers; isOver: boolean }

export async function weighAll(browser: Browser, baseURL: string): Promise<Weighed[]> {
  const sessions = {
    agent: await sessionOf(browser, baseURL, 'agent'),
    lookup: await sessionOf(browser, baseURL, 'lookup'),
    glass: await sessionOf(browser, baseURL, 'glass'),
    access: await sessionOf(browser, baseURL, 'access'),
    auditor: await sessionOf(browser, baseURL, 'auditor'),
  }
  const weighed: Weighed[] = []
  for (const budget of BUDGETS) {
    const found = await weighOne(browser, baseURL, budget, budget.user && sessions[budget.user])
    const isOver = found.codeKb > budget.codeKb || found.requests > budget.requests
    weighed.push({ budget, found, isOver })
  }
  return weighed
}

async function weighOne(browser: Browser, baseURL: string, budget: Budget, state?: StorageState) {
  const context = await browser.newContext({ baseURL, ...(state && { storageState: state }) })
  try {
    return await weigh(await context.newPage(), budget.path, budget.sign)
  } finally {
    await context.close()
  }
}

export function tableOf(weighed: readonly Weighed[]): string {
  return weighed
    .map(({ budget, found, isOver }) =>
      [
        isOver ? 'OVER' : 'ok  ',
        budget.name.padEnd(20),
        `${found.codeKb.toFixed(1).padStart(6)} of ${budget.codeKb} KB of code`,
        `${String(found.requests).padStart(2)} of ${budget.requests} requests`,
        `page ${found.pageKb.toFixed(1)} KB`,
      ].join('  '),
    )
    .join('\n')
}
