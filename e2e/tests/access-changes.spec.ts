import { withRoles } from '../system/give-role.ts'
import { emailOf, startSession } from './demo-users.ts'
import { typeUnsaved } from './page-objects.ts'
import { aTender, field, newCode, openTender, pane, save } from './tender-records.ts'
import { expect, test } from './test.ts'

const ALL = {
  modules: ['Operational Dashboard', 'Lookup', 'Files'],
  statements: ['dashboard:view', 'tender:*'],
}

test('revoked access disappears at once in every tab, and typed input stays', async ({ page, context }) => {
  await withRoles(emailOf('lookup'), async (give) => {
    await give(ALL)
    await startSession(page, 'lookup')
    const code = newCode()
    await aTender(page, code)
    await openTender(page, code)
    await typeUnsaved(page, 'Tender name', 'Typed before the change')
    const other = await context.newPage()
    await other.goto('/operational_dashboard')
    const [here, there] = [page, other].map((each) =>
      each.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tenders' }),
    )
    const create = page.getByRole('link', { name: 'Create tender' })
    await expect(create).toHaveAttribute('data-permission', 'tender:create')
    if (!here || !there) throw new Error('Two pages were opened.')
    await expect(there).toBeVisible()

    await give({ ...ALL, statements: ['dashboard:view', 'tender:view'] })
    await expect(create).toHaveAttribute('aria-disabled', 'true')
    await give({ ...ALL, modules: ['Operational Dashboard'] })
    await expect(here).toBeHidden()
    await expect(there).toBeHidden()
    await expect(field(page, 'Tender name')).toHaveValue('Typed before the change')

    await give(ALL)
    await expect(here).toBeVisible()
    await save(page)
    await expect(pane(page)).toHaveCount(0)
    await expect(page.getByRole('row', { name: /Typed before the change/ })).toBeVisible()

    await test.step('without input, the screen shows a message until the module returns', async () => {
      await give({ ...ALL, modules: ['Operational Dashboard'] })
      await expect(page.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible()
      await give(ALL)
      await expect(page.getByRole('heading', { level: 1, name: 'Tenders' })).toBeVisible()
    })
  })
})
