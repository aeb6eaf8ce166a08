import { expectClean } from './axe.ts'
import { keys } from './kept.ts'
import { answer, card, EMAIL, elsewhere, expectOut, openAccount, test, WHO } from './own-account.ts'
import { signIn } from './people.ts'
import { openBeside, press, title } from './screen.ts'
import { expect } from './test.ts'

test('one of two sessions is ended and leaves by itself; ending this one signs out', async ({
  page,
  browser,
  provider,
}) => {
  // Whoever was signed in before does not count.
  await provider.admin('AdminUserGlobalSignOut', { Username: EMAIL })
  const other = await elsewhere(browser)
  await openAccount(page)
  const sessions = card(page, 'Where you are signed in')
  const others = sessions.getByRole('listitem').filter({ hasNotText: 'This browser' })
  await expect(others).toHaveCount(1)
  await others.getByRole('button', { name: /^End session of Chrome on Linux/ }).click()
  await answer(page, 'End session')
  await expect(others).toHaveCount(0)
  await expectOut(other)
  await other.context().close()

  await sessions.getByRole('listitem').filter({ hasText: 'This browser' }).getByRole('button').click()
  await expect(page.getByText('It is the one of this browser: you are signed out here.')).toBeVisible()
  await answer(page, 'End session')
  await expect(title(page, 'Sign in')).toBeVisible()
  expect(await keys(page)).toEqual([])
})

test('signing out everywhere: both tabs here at once, and the browser elsewhere by itself', async ({
  page,
  browser,
}) => {
  const other = await elsewhere(browser)
  await openAccount(page)
  const beside = await openBeside(page, '/operational_dashboard', 'Operational Dashboard')
  await press(page, 'Sign out everywhere')
  await answer(page, 'Sign out everywhere')
  for (const tab of [page, beside]) {
    await expect(title(tab, 'Sign in')).toBeVisible()
    await expect(tab).toHaveURL('/login')
    expect(await keys(tab)).toEqual([])
  }
  await expectOut(other)
  await other.context().close()
})

test('a list that does not come says so and is asked for again; without one all can still be ended', async ({
  page,
}) => {
  await signIn(page, WHO)
  await page.route('**/account/sessions', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/account')
  const sessions = card(page, 'Where you are signed in')
  await expect(sessions.getByText('The list could not be loaded.')).toBeVisible()
  await expect(sessions.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible()
  await expectClean(page)
  await page.unrouteAll()
  await sessions.getByRole('button', { name: 'Try again' }).click()
  await expect(sessions.getByText('This browser')).toBeVisible()

  await page.route('**/account/sessions', (route) =>
    route.fulfill({ json: { resource: { is_available: false, items: [] } } }),
  )
  await page.reload()
  await expect(sessions.getByText(/keeps no list of where you are signed in/)).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(0)
  await page.route('**/account/sessions/end-all', (route) => route.fulfill({ status: 503, json: {} }))
  await press(page, 'Sign out everywhere')
  await answer(page, 'Sign out everywhere')
  await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText(/busy or restarting/)
  await answer(page, 'Stay signed in')
  await expect(title(page, 'Account')).toBeVisible()
})
