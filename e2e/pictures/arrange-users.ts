import type { Browser } from '@playwright/test'
import { callUsers, roleNamed, type User } from '../tests/user-records.ts'
import type { StorageState } from './arrange.ts'

export type Users = {
  /** An inquiry agent with an extra policy of high risk. */
  shown: string
  invited: string
  leaver: string
  /** Saves a change as another user. */
  save: (id: string, change: object) => Promise<void>
}

type Policy = { id: string; name: string; statements: string[] }

/** Users beside those of the demo, by a user who stays signed in beside those of the pictures. */
export async function arrangeUsers(
  browser: Browser,
  baseURL: string,
  storageState: StorageState,
): Promise<Users> {
  const context = await browser.newContext({ baseURL, storageState })
  const page = await context.newPage()
  await page.goto('/operational_dashboard')
  const role_id = await roleNamed(page, 'Inquiry agent')
  const { items: policies } = await callUsers<{ items: Policy[] }>(page, 'GET', '/policy/options')
  const reveal =
    policies.find(({ statements }) => statements.includes('card:unmask'))?.id ??
    (
      await callUsers<Policy>(page, 'POST', '/policy', {
        name: 'Card reveal',
        description: 'Whole card numbers',
        statements: ['card:unmask'],
      })
    ).id
  const create = async (given_name: string, family_name: string, more: object = {}) => {
    const user = await callUsers<User>(page, 'POST', '/', {
      email: `${given_name}.${family_name}@backoffice.test`.toLowerCase(),
      given_name,
      family_name,
      contact: '+639175550117',
      employee_no: 'LD-0417',
      department: 'Loyalty desk',
      role_id,
      ...more,
    })
    return user.id
  }
  return {
    shown: await create('Celia', 'Ramos', { extra_policies: [reveal] }),
    invited: await create('Nina', 'Flores'),
    leaver: await create('Lito', 'Tan'),
    save: async (id, change) => {
      const { version } = await callUsers<User>(page, 'GET', `/${id}`)
      await callUsers(page, 'PATCH', `/${id}`, { version, ...change })
    },
  }
}
