import { PASSWORD, signIn } from './demo-users.ts'
import { resetCodeFor, temporaryPasswordFor } from './outbox.ts'
import { test } from './provider-fixture.ts'
import { expect } from './test.ts'
import { aUser, button, CHOSEN, nameOf, openUser, pane, signInFirst, untilInvited } from './user-records.ts'

const MINUTE_MS = 60_000

test('resends an invitation, ends sessions, unlocks an account and sends a reset code', async ({
  page,
  provider,
}) => {
  await signIn(page, 'admin')
  const user = await aUser(page)
  const name = nameOf(user)
  await untilInvited(page, user)
  const sentFirst = await temporaryPasswordFor(page.context(), user.email)
  await openUser(page, user)
  await expect(button(page, 'Reset password')).toHaveCount(0)
  await button(page, 'Send invitation again').click()
  await expect.poll(() => temporaryPasswordFor(page.context(), user.email)).not.toBe(sentFirst)
  await untilInvited(page, user)
  const sentAgain = await temporaryPasswordFor(page.context(), user.email)
  const token = await signInFirst(provider, user, sentAgain)
  const callAsUser = () =>
    page.request.get('/api/user/role/access-policy', { headers: { authorization: `Bearer ${token}` } })
  expect((await callAsUser()).status()).toBe(200)

  await openUser(page, user)
  await page.getByRole('tab', { name: 'Sessions' }).click()
  await expect(page.getByText(/^Signed in/)).toBeVisible()
  await button(page, 'End all sessions').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all' }).click()
  await expect(page.getByText('No active sessions')).toBeVisible()
  expect((await callAsUser()).status()).toBe(401)

  const AuthParameters = { USERNAME: user.email, PASSWORD: `${PASSWORD}-wrong` }
  const guess = () => provider.call('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
  for (let time = 0; time < 5; time++) await guess()
  // A lock that begins later does not expire during the test.
  provider.ahead(10 * MINUTE_MS)
  await guess()
  provider.ahead(0)
  await openUser(page, user)
  const locked = page.getByText('Locked after wrong passwords.')
  await expect(locked).toHaveCount(1)
  await button(page, 'Unlock').click()
  await expect(locked).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible()
  await expect(locked).toHaveCount(0)

  await expect(button(page, 'Remove authenticator')).toHaveCount(0)
  await button(page, 'Reset password').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send reset code' }).click()
  expect(await resetCodeFor(page.request, user.email)).toMatch(/^\d{6}$/)
  await page.getByRole('tab', { name: /^History/ }).click()
  const events = pane(page, name).getByRole('tabpanel').locator('ol > li')
  await expect(events.filter({ hasText: 'Reset code sent' })).toHaveCount(1)
})

test('shows and retries actions that the identity provider rejected', async ({ page, provider }) => {
  await signIn(page, 'admin')
  const user = await aUser(page)
  await untilInvited(page, user)
  const { UserAttributes } = (await provider.admin('AdminGetUser', { Username: user.email })) as {
    UserAttributes: { Name: string; Value: string }[]
  }
  const sub = UserAttributes.find(({ Name }) => Name === 'sub')?.Value ?? ''
  await openUser(page, user)
  await button(page, 'Off-board…').click()
  const dialog = page.getByRole('dialog', { name: /^Off-board/ })
  await dialog.getByLabel('Reason').fill('On leave')
  await dialog.getByRole('button', { name: 'Disable user' }).click()
  await expect(page.getByText(`${nameOf(user)} disabled`)).toBeVisible()
  await untilInvited(page, user)
  await provider.admin('AdminDeleteUser', { Username: user.email })
  await button(page, 'Enable').click()
  const failed = page.getByText('The identity provider did not enable the account.')
  await expect(failed).toBeVisible()
  const tabs = await page.getByRole('tablist', { name: 'Parts of this user' }).boundingBox()
  const notice = await page.getByRole('alert').filter({ has: failed }).boundingBox()
  if (!tabs || !notice) throw new Error('The tabs or the notice are missing.')
  // The notice is as high as its text.
  expect(tabs.y - notice.y).toBeLessThan(120)

  const attributes = { given_name: user.given_name, family_name: user.family_name }
  await provider.remake({ email: user.email, sub, password: CHOSEN, attributes })
  await button(page, 'Try again').click()
  await expect(failed).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: nameOf(user), exact: true })).toBeVisible()
  await expect(button(page, 'Enable')).toHaveCount(0)
  await expect(failed).toHaveCount(0)
})
