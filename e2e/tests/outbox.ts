import type { APIRequestContext } from '@playwright/test'
import { expect } from './test.ts'

/** The newest code that was sent to this address to reset a password, other than one that is known already. */
export async function resetCodeFor(request: APIRequestContext, email: string, known = ''): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const page = await (await request.get('/dev/outbox')).text()
      const row = page.split('<tr>').find((text) => text.includes(email) && text.includes('Code to reset'))
      code = /Code to reset your password: (\d{6})/.exec(row ?? '')?.[1] ?? ''
      return code !== '' && code !== known
    })
    .toBe(true)
  return code
}
