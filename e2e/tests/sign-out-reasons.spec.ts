import type { Page } from '@playwright/test'
import { emailOf, fillSignIn, PASSWORD, signIn } from './demo-users.ts'
import { holdEventStream, holdResponses, openTab, title } from './page-objects.ts'
import { test } from './provider-fixture.ts'
import { storageKeys } from './session-storage.ts'
import { expect } from './test.ts'

const USER = 'access'

const alertOf = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test('a refused call shows that the account was disabled, in every tab, once, until the next attempt', async ({
  page,
  provider,
  borrowedUser,
}) => {
  await holdEventStream(page.context())
  await signIn(page, USER)
  const other = await openTab(page, '/operational_dashboard', 'Operational Dashboard')
  // Hold the calls of the other tab, because a refused one could end the session first.
  await other.route('**/api/**', () => undefined)
  const refresh = page.getByRole('button', { name: /^Refresh/ })
  await expect(refresh).toBeEnabled()
  // Any call may be refused first, which would remove the button, so press it before any reply arrives.
  const release = await holdResponses(page, '**/api/**')
  await refresh.click()
  await provider.setStatus(borrowedUser, 'DISABLED')
  release()
  for (const tab of [page, other]) {
    await expect(title(tab, 'Sign in')).toBeVisible()
    await expect(alertOf(tab, 'Your account was disabled')).toBeVisible()
    await expect(tab).toHaveURL('/login?redirect=%2Foperational_dashboard')
    await expect(tab.getByLabel('Email')).toHaveValue(emailOf(USER))
  }
  expect(await storageKeys(page)).toEqual([])
  await fillSignIn(page, emailOf(USER), 'Wrong#2026')
  await expect(alertOf(page, 'Incorrect email or password.')).toBeVisible()
  await expect(alertOf(page, 'Your account was disabled')).toHaveCount(0)

  await other.reload()
  await expect(title(other, 'Sign in')).toBeVisible()
  await other.waitForLoadState('networkidle')
  for (const role of ['alert', 'status'] as const)
    await expect(other.getByRole(role).filter({ hasText: /\S/ })).toHaveCount(0)

  await test.step('a removed account cannot sign in until it is restored', async () => {
    await provider.setStatus(borrowedUser, 'DELETED')
    await fillSignIn(page, emailOf(USER), PASSWORD)
    await expect(page.getByRole('alert')).toHaveText(
      /^This account was removed from Backoffice\. Ask an access administrator/,
    )
    expect(await storageKeys(page)).toEqual([])
    await provider.setStatus(borrowedUser, 'ACTIVE')
    await fillSignIn(page, emailOf(USER), PASSWORD)
    await expect(title(page, 'Operational Dashboard')).toBeVisible()
  })
})
