import { riskOf } from '@backoffice/contract/grants'
import { expect, test } from 'vitest'
import { createDatabase, createPool } from '../../db/client.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { installStarterAccess, refreshRisks } from './install-system.ts'

test('derives the risk of every policy from its statements, including one stored by a former release', async () => {
  const { url, drop } = await createTestDatabase()
  const pool = createPool(url, { max: 1 })
  const db = createDatabase(pool)
  try {
    await installStarterAccess(db)
    const risks = async () => {
      const policies = await db.selectFrom('policies').select(['name', 'statements', 'risk']).execute()
      expect(policies.filter(({ risk, statements }) => risk !== riskOf(statements))).toEqual([])
      return Object.fromEntries(policies.map(({ name, risk }) => [name, risk]))
    }
    expect(await risks()).toMatchObject({
      'Lookup maintenance': 'HIGH',
      'Glass maintenance': 'LOW',
      'Own files': 'LOW',
    })
    await pool.query("UPDATE policies SET risk = 'LOW'")
    await refreshRisks(db)
    expect(await risks()).toMatchObject({ 'Lookup maintenance': 'HIGH', Everything: 'HIGH' })
  } finally {
    await db.destroy()
    await drop()
  }
})
