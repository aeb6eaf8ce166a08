import type { APIRequestContext, BrowserContext } from '@playwright/test'
import { expect } from './test.ts'

/** The newest reset code sent to this address, other than the known one. */
export function resetCodeFor(request: APIRequestContext, email: string, known = ''): Promise<string> {
  return newestCode(request, email, 'Code to reset your password', known)
}

export function signInCodeFor(request: APIRequestContext, phone: string): Promise<string> {
  return newestCode(request, phone, 'Code to sign in', '')
}

export async function temporaryPasswordFor(context: BrowserContext, email: string): Promise<string> {
  const page = await context.newPage()
  await page.goto('/dev/outbox')
  const row = page.getByRole('row').filter({ hasText: email }).filter({ hasText: 'Sign in with' })
  const text = await row.first().innerText()
  await page.close()
  return /Sign in with (\S+) and choose/.exec(text)?.[1] ?? ''
}

async function newestCode(
  request: APIRequestContext,
  to: string,
  what: string,
  known: string,
): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const page = await (await request.get('/dev/outbox')).text()
      const row = page.split('<tr>').find((text) => text.includes(to) && text.includes(what))
      code = new RegExp(`${what}: (\\d{6})`).exec(row ?? '')?.[1] ?? ''
      return code !== '' && code !== known
    })
    .toBe(true)
  return code
}
