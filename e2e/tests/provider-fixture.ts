import { openProvider, type Provider, type User } from '../system/open-provider.ts'
import { emailOf, PASSWORD } from './demo-users.ts'
import { test as base } from './test.ts'

const EMAIL = emailOf('access')

/** Listed among the attributes, stored in columns of their own. */
const KEPT_ELSEWHERE = /^(sub|email|email_verified)$/

/** For tests that change an account in ways no screen does. The account is recreated after the test. */
export const test = base.extend<{ provider: Provider; borrowedUser: User }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted.
  provider: async ({}, use) => {
    const provider = await openProvider()
    await use(provider)
    await provider.close()
  },
  borrowedUser: async ({ provider }, use) => {
    // What AdminGetUser answers.
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
    // Wrong passwords outlive the account; they are forgotten with a password that is set.
    await provider.admin('AdminSetUserPassword', { Username: EMAIL, Password: PASSWORD, Permanent: true })
  },
})
