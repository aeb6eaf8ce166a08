import { type BrowserContext, expect, type Page, type Request, type Route } from '@playwright/test'
import { callProvider, IDP, operationOf } from './idp.ts'

const isRefresh = (request: Request) => operationOf(request) === 'GetTokensFromRefreshToken'

/** Handles every refresh of all tabs with `reply`, and counts them. */
export async function interceptRefreshes(
  context: BrowserContext,
  reply: (route: Route) => Promise<void>,
): Promise<{ count: number }> {
  const counted = { count: 0 }
  await context.route(IDP, (route) => {
    if (!isRefresh(route.request())) return route.continue()
    counted.count += 1
    return reply(route)
  })
  return counted
}

type StoredSession = {
  isAuthenticated: boolean
  auth: { token: string; tokenExpiration: number; userDetails: object }
}

export function readSession(page: Page): Promise<StoredSession> {
  return evaluate(page, () => JSON.parse(localStorage.getItem('auth') ?? '{}').state)
}

export function storageKeys(page: Page): Promise<string[]> {
  return evaluate(page, () => Object.keys(localStorage))
}

/** Reads again in the next document if the page navigates meanwhile. */
async function evaluate<Result>(page: Page, read: () => Result): Promise<Result> {
  for (;;) {
    try {
      return await page.evaluate(read)
    } catch (error) {
      if (!String(error).includes('Execution context was destroyed')) throw error
      await page.waitForLoadState('domcontentloaded')
    }
  }
}

type RefreshToken = { clientId: string | undefined; value: string | null }

export function readRefreshToken(page: Page): Promise<RefreshToken> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.endsWith('.refreshToken')) ?? ''
    return { clientId: key.split('.')[1], value: localStorage.getItem(key) }
  })
}

export async function revokeSession(page: Page): Promise<void> {
  const { clientId, value } = await readRefreshToken(page)
  expect(
    await (await callProvider(page, 'RevokeToken', { ClientId: clientId, Token: value })).json(),
  ).toEqual({})
}

/** Column names of a list, saved on the server for the user of the page; undefined if not chosen. */
export async function storedColumns(page: Page, list: string): Promise<string[] | undefined> {
  const { token } = (await readSession(page)).auth
  const reply = await page.request.get('/api/user/preferences', {
    headers: { authorization: `Bearer ${token}` },
  })
  const columns: Record<string, { id: string }[]> = (await reply.json()).resource.columns
  return columns[list]?.map(({ id }) => id)
}
