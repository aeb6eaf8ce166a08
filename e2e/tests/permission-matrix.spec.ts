import { type Access, hasModule, type Module } from '@backoffice/contract/access'
import { SCREENS } from '@backoffice/contract/screens'
import { aPolicy, aRole } from './access-records.ts'
import { followCalls } from './api-calls.ts'
import { aFile, asUpload } from './card-files.ts'
import { aCase } from './case-records.ts'
import { type DemoUser, signIn } from './demo-users.ts'
import { holdToastTimers, title, uploadFile } from './page-objects.ts'
import { checkAccess } from './permission-matrix.ts'
import { aReview, keepAll } from './review-page.ts'
import { STARTER_ROLES } from './starter-roles.ts'
import { expect, test } from './test.ts'

// The tests can share accounts because they change nothing.
test.describe.configure({ mode: 'parallel' })

/** Addresses by screen name. System roles and policies are not editable, so new ones are used. */
const records = new Map<string, string>()

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage()
  await signIn(page, 'admin')
  records.set(
    'users-users_roles-id',
    `/users/users_roles/${(await aRole(page, ['Files'], 'Inquiry desk')).id}`,
  )
  records.set('users-users_policies-id', `/users/users_policies/${(await aPolicy(page, 'file:view')).id}`)
  const review = await aReview(page, ['admin', 'access'])
  await keepAll(page, review)
  records.set('reviews-id', `/reviews/${review.id}`)
  await page.goto('/smac_inquiry')
  await page.getByLabel('Card number').fill('9990000000000011')
  await page.getByLabel('Purpose').selectOption('AUDIT')
  await page.getByLabel('Ticket number').fill('MATRIX-1')
  await page.getByRole('button', { name: 'Run inquiry' }).click()
  await expect(page).toHaveURL(/inquiry=/)
  records.set('smac_inquiry', new URL(page.url()).pathname + new URL(page.url()).search)
  await signIn(page, 'agent', '/smac_inquiry')
  await uploadFile(page, asUpload(aFile(3), 'matrix'))
  await expect(page.getByRole('button', { name: 'Run inquiry' })).toBeVisible()
  records.set('cases-id', `/cases/${(await aCase(page)).case_no}`)
  await page.close()
})

/** Permissions that an auditor must meet, as proof that the test finds controls. */
const FOUND = [
  'tender:create',
  'tender:update',
  'tender:delete',
  'tender:export',
  'tender:import file:upload',
  'file:upload',
  'file:cancel',
  'file:export',
  'inquiry:run',
  'inquiry:export',
  'card:unmask',
  'case:create',
  'case:update',
  'case:assign',
  'case:resolve',
  'case:export',
  'case:export case:update',
  'case:create inquiry:run',
  'user:create',
  'user:update',
  'user:update-status',
  'user:reset-password',
  'user:export',
  'role:create',
  'role:update',
  'role:delete',
  'policy:create',
  'policy:update',
  'policy:delete',
  'audit:export',
  'review:manage',
  'review:view',
]

const LISTED: { title: string; module?: Module }[] = SCREENS.flatMap((screen) =>
  'group' in screen ? [screen] : [],
)

// The keys are demo accounts.
for (const [user, access] of Object.entries(STARTER_ROLES) as [DemoUser, Access][])
  test(`every screen shows ${user}@ exactly what the role allows`, async ({ page }) => {
    test.slow()
    // Toasts stay while many controls are pressed. Set before the only page load.
    await holdToastTimers(page)
    await signIn(page, user)
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const expected = LISTED.filter(({ module }) => !module || hasModule(access, module)).map(
      ({ title }) => title,
    )
    expect((await links.allTextContents()).toSorted()).toEqual(expected.toSorted())
    // No link is below the fold.
    for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 })

    const seen = await checkAccess(page, access, followCalls(page), records)
    if (user === 'auditor') expect(FOUND.filter((each) => !seen.has(each))).toEqual([])

    for (const [path, module] of [
      ['/users', 'Users'],
      ['/lookup', 'Lookup'],
    ] as const) {
      if (hasModule(access, module)) continue
      await page.goto(path)
      await expect(page.getByRole('alert').filter({ hasText: 'Unauthorized Access' })).toHaveCount(1)
      await expect(page).toHaveURL('/operational_dashboard')
      await expect(title(page, 'Operational Dashboard')).toBeVisible()
    }
  })
