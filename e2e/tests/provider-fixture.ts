import { openProvider, type Provider, type User } from '../system/open-provider.ts'
import { emailOf, PASSWORD } from './demo-users.ts'
import { test as base } from './test.ts'

const EMAIL = emailOf('access')

/** Attributes that are stored in separate columns. */
const KEPT_ELSEWHERE = /^(sub|email|email_verified)$/

/** For tests that change an account in ways that no screen can. The account is recreated after the test. */
export const test = base.extend<{ provider: Provider; borrowedUser: User }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
  provider: async ({}, use) => {
    const provider = await openProvider()
    await use(provider)
    await provider.close()
  },
  borrowedUser: async ({ provider }, use) => {
    // The reply of AdminGetUser.
    const { UserAttributes } = (await provider.admin('AdminGetUser', { Username: EMAIL })) as {
      UserAttributes: { Name: string; Value: string }[]
    }
    const all = UserAttributes.map(({ Name, Value }) => [Name, Value] as const)
    const { sub = '' } = Object.fromEntries(all)
    const attributes = Object.fromEntries(all.filter(([name]) => !KEPT_ELSEWHERE.test(name)))
    const user = { email: EMAIL, sub, attributes }
    await use(user)
    provider.ahead(0)
    await provider.admin('AdminDeleteUser', { Username: EMAIL }).catch(() => undefined)
    await provider.remake({ ...user, password: PASSWORD })
    await provider.setStatus(user, 'ACTIVE')
    // Setting a password resets the count of wrong ones, which outlives the account.
    await provider.admin('AdminSetUserPassword', { Username: EMAIL, Password: PASSWORD, Permanent: true })
  },
})
