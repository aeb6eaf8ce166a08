import type { Page } from '@playwright/test'
import { readSession } from './session-storage.ts'

/** Column names of a list, saved on the server for the user of the page; undefined if not chosen. */
export async function storedColumns(page: Page, list: string): Promise<string[] | undefined> {
  const { token } = (await readSession(page)).auth
  const reply = await page.request.get('/api/user/preferences', {
    headers: { authorization: `Bearer ${token}` },
  })
  const columns: Record<string, { id: string }[]> = (await reply.json()).resource.columns
  return columns[list]?.map(({ id }) => id)
}
