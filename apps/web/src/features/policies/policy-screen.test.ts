import { PERMISSIONS } from '@backoffice/contract/access'
import { expect, it } from 'vitest'
import { statementGroups, withStatement } from './policy-screen.tsx'

const CATALOGUE = [
  {
    resource: 'card',
    label: 'Cards',
    module: 'SMAC Inquiry',
    actions: [{ action: 'unmask', label: 'unmask cards', risk: 'HIGH' as const }],
  },
  {
    resource: 'audit',
    label: 'Audit',
    module: 'Audit',
    actions: [
      { action: 'view', label: 'view the audit trail', risk: 'LOW' as const },
      { action: 'export', label: 'export the audit trail', risk: 'HIGH' as const },
    ],
  },
]

function rowsOf(chosen: string[], before: string[] = [], held = ['*:*']) {
  const groups = statementGroups(CATALOGUE, { chosen, before, held })
  return new Map(groups.flatMap(({ rows }) => rows).map((row) => [row.id, row]))
}

it('says what a wildcard covers today, and marks its high risk', () => {
  const rows = rowsOf([])
  expect([...rows.keys()]).toEqual(['*:*', 'card:*', 'card:unmask', 'audit:*', 'audit:view', 'audit:export'])
  expect(rows.get('*:*')?.note).toBe(`covers ${PERMISSIONS.length} actions today`)
  expect(rows.get('audit:*')?.note).toBe('covers today: view, export')
  expect(rows.get('audit:*')?.isHighRisk).toBe(true)
  expect(rows.get('audit:view')?.isHighRisk).toBe(false)
})

it('marks the statements that a chosen wildcard covers, and no others', () => {
  const rows = rowsOf(['audit:*'])
  expect(rows.get('audit:view')).toMatchObject({ isCovered: true, note: 'covered by audit:*' })
  expect(rows.get('audit:*')?.isCovered).toBe(false)
  expect(rows.get('card:unmask')?.isCovered).toBe(false)
  expect(rowsOf(['*:*']).get('audit:*')?.isCovered).toBe(true)
})

it('refuses statements that the user does not hold, and all of a resource is more than each of its actions', () => {
  const rows = rowsOf([], [], ['audit:view', 'audit:export'])
  expect(rows.get('audit:view')?.refusal).toBeUndefined()
  expect(rows.get('audit:*')?.refusal).toBeDefined()
  expect(rows.get('card:unmask')?.refusal).toBeDefined()
})

it('a wildcard replaces the statements that it covers', () => {
  expect(withStatement(['audit:view', 'card:unmask'], 'audit:*', true)).toEqual(['audit:*', 'card:unmask'])
  expect(withStatement(['audit:*'], '*:*', true)).toEqual(['*:*'])
  expect(withStatement(['audit:*'], 'card:unmask', true)).toEqual(['audit:*', 'card:unmask'])
  expect(withStatement(['audit:*', 'card:unmask'], 'audit:*', false)).toEqual(['card:unmask'])
})
