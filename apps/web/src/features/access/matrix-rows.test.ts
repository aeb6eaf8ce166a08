import { PERMISSIONS, RESOURCES } from '@backoffice/contract/access'
import { accessOf, type Grants, permissionsOf } from '@backoffice/contract/grants'
import { expect, it } from 'vitest'
import { actionLabel, matrixOf } from './matrix-rows.ts'

const policy = (name: string, ...statements: string[]) => ({ id: name, name, statements })

const GRANTS: Grants = {
  role: {
    id: 'agent',
    name: 'Inquiry agent',
    modules: ['SMAC Inquiry', 'Files'],
    policies: [policy('Desk', 'inquiry:run', 'user:view'), policy('Files', 'file:view', 'file:upload')],
  },
  extra_policies: [
    policy('Reveal', 'card:unmask'),
    policy('All files', 'file:*'),
    policy('Files', 'file:view'),
  ],
}

const cellAt = (matrix: ReturnType<typeof matrixOf>, permission: string) =>
  matrix.rows.flatMap(({ cells }) => cells).find((cell) => cell?.permission === permission)

it('shows resources with an allowed action, and lists the others', () => {
  const { rows, nothingOn, allowed, total } = matrixOf(GRANTS, false)
  expect(rows.map(({ label }) => label)).toEqual(['Inquiries', 'Cards', 'Files'])
  expect(nothingOn).toContain('Users')
  expect(rows.length + nothingOn.length).toBe(Object.keys(RESOURCES).length)
  expect(total).toBe(PERMISSIONS.length)
  expect(allowed).toBe(permissionsOf(accessOf(GRANTS)).length)
})

it('numbers the policies of the role first, and duplicates once', () => {
  const { policies } = matrixOf(GRANTS, false)
  expect(policies.map(({ number, name, via }) => [number, name, via])).toEqual([
    [1, 'Desk', 'role'],
    [2, 'Files', 'role'],
    [3, 'Reveal', 'extra'],
    [4, 'All files', 'extra'],
  ])
})

it('gives each cell the policies that allow it, including wildcards', () => {
  const matrix = matrixOf(GRANTS, true)
  const numbers = (permission: string) => cellAt(matrix, permission)?.policies.map(({ number }) => number)
  expect(numbers('file:view')).toEqual([2, 4])
  expect(numbers('file:retry')).toEqual([4])
  expect(numbers('inquiry:export')).toEqual([])
  // A statement without its module allows nothing.
  expect(cellAt(matrix, 'user:view')).toMatchObject({ isAllowed: false, policies: [{ number: 1 }] })
})

it('leaves a cell empty if the resource does not have the action', () => {
  const { actions, rows } = matrixOf(GRANTS, false)
  expect(actions.slice(0, 3)).toEqual(['view', 'view-all', 'run'])
  const cards = rows.find(({ resource }) => resource === 'card')
  expect(cards?.cells.filter(Boolean)).toHaveLength(1)
  expect(cards?.cells).toHaveLength(actions.length)
})

it('orders every action of the access table', () => {
  const { actions } = matrixOf(GRANTS, true)
  const last = actions.indexOf('unmask')
  expect(last).toBe(actions.length - 1)
})

it('formats an action as words', () => {
  expect(actionLabel('update-status')).toBe('Update status')
})

it('marks what only temporary access allows with its end', () => {
  const [until, later] = ['2026-12-01T06:00:00.000Z', '2026-12-02T06:00:00.000Z']
  const matrix = matrixOf(
    {
      ...GRANTS,
      temporary: [
        { role: null, policy: policy('Export', 'inquiry:export', 'file:view'), modules: [], until },
        { role: null, policy: policy('Tenders', 'tender:view'), modules: ['Lookup'], until },
        { role: null, policy: policy('Lookup', 'tender:*'), modules: ['Lookup'], until: later },
      ],
    },
    true,
  )
  const untilOf = (permission: string) => cellAt(matrix, permission)?.until
  expect(untilOf('inquiry:export')).toBe(until)
  expect(untilOf('tender:view')).toBe(later)
  // Also permanent, or not allowed.
  expect(['file:view', 'audit:view'].map(untilOf)).toEqual([null, null])
  expect(matrix.policies.map((each) => each.until)).toEqual([null, null, null, null, until, until, later])
})
