import type { APIRequestContext, BrowserContext } from '@playwright/test'
import { expect } from './test.ts'

/** The newest reset code sent to this address, other than the known one. */
export function resetCodeFor(request: APIRequestContext, email: string, known = ''): Promise<string> {
  return newestCode(request, email, 'Code to reset your password', known)
}

export function signInCodeFor(request: APIRequestContext, phone: string, known = ''): Promise<string> {
  return newestCode(request, phone, 'Code to sign in', known)
}

export async function temporaryPasswordFor(context: BrowserContext, email: string): Promise<string> {
  const page = await (await context.request.get('/dev/outbox')).text()
  const row = page.split('<tr>').find((text) => text.includes(email) && text.includes('Sign in with'))
  const password = /Sign in with (\S+) and choose/.exec(row ?? '')?.[1] ?? ''
  return password.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
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
