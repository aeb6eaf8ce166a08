import { expect, it } from 'vitest'
import { policyGroups } from './policy-groups.ts'

const policy = (name: string, statements: string[], is_grantable = true) => ({
  id: name,
  name,
  risk: 'LOW' as const,
  statements,
  is_grantable,
})

it('groups by the module of the first statement, in the order of the modules, then by name', () => {
  const groups = policyGroups(
    [
      policy('Own files', ['file:upload', 'inquiry:run']),
      policy('Tenders', ['tender:*']),
      policy('Cards', ['card:unmask']),
      policy('Admin', ['*:*']),
      policy('All inquiries', ['inquiry:view-all']),
      policy('Empty', []),
    ],
    ['Cards'],
    ['Tenders'],
  )
  expect(groups.map(({ label, rows }) => [label, ...rows.map((row) => row.label)])).toEqual([
    ['All modules', 'Admin'],
    ['Lookup', 'Tenders'],
    ['SMAC Inquiry', 'All inquiries', 'Cards'],
    ['Files', 'Own files'],
    ['Without statements', 'Empty'],
  ])
  const rows = groups.flatMap((group) => group.rows)
  expect(rows.filter(({ isChosen, wasChosen }) => isChosen && !wasChosen).map(({ id }) => id)).toEqual([
    'Cards',
  ])
  expect(rows.filter(({ isChosen, wasChosen }) => !isChosen && wasChosen).map(({ id }) => id)).toEqual([
    'Tenders',
  ])
})

it('gives the reason for what cannot be given', () => {
  const [group] = policyGroups(
    [policy('Cards', ['card:unmask'], false), policy('Runs', ['inquiry:run'])],
    [],
    [],
  )
  expect(group?.rows.map(({ refusal }) => refusal !== undefined)).toEqual([true, false])
})
