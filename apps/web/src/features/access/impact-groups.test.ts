import type { Impact } from '@backoffice/contract/explain'
import { expect, it } from 'vitest'
import { effectGroups, keptGroups } from './impact-groups.ts'

const user = (name: string) => ({ id: name.toLowerCase(), name })

function effect(name: string, users: readonly string[], user_count = users.length): Impact['gains'][number] {
  return { type: 'permission', name, label: name, risk: 'LOW', user_count, users: users.map(user) }
}

it('groups effects on the same users', () => {
  const groups = effectGroups([
    effect('inquiry:run', ['Ana', 'Ben']),
    effect('card:unmask', ['Ana']),
    effect('inquiry:export', ['Ana', 'Ben']),
    // The same first users, but more in total.
    effect('file:view', ['Ana', 'Ben'], 70),
  ])
  expect(groups.map(({ effects, userCount }) => [effects.map(({ name }) => name), userCount])).toEqual([
    [['inquiry:run', 'inquiry:export'], 2],
    [['card:unmask'], 1],
    [['file:view'], 70],
  ])
})

it('groups unchanged access by users and policies, and counts unnamed users once', () => {
  const kept: Impact['kept'] = [
    {
      name: 'inquiry:export',
      direction: 'lost',
      user_count: 5,
      users: [
        { ...user('Ana'), by: ['Month-end'] },
        { ...user('Ben'), by: ['Desk', 'Month-end'] },
        { ...user('Cora'), by: ['Month-end'] },
      ],
    },
    { name: 'file:export', direction: 'lost', user_count: 1, users: [{ ...user('Dan'), by: ['Month-end'] }] },
    { name: 'file:view', direction: 'lost', user_count: 1, users: [{ ...user('Dan'), by: ['Month-end'] }] },
    { name: 'file:view', direction: 'gained', user_count: 1, users: [{ ...user('Dan'), by: ['Month-end'] }] },
  ]
  const groups = keptGroups(kept).map(({ users, names, policies, more, direction }) => [
    direction,
    users.map(({ name }) => name).join(' '),
    names.join(' '),
    policies.join(' '),
    more,
  ])
  expect(groups).toEqual([
    ['lost', 'Ana Cora', 'inquiry:export', 'Month-end', 0],
    ['lost', 'Ben', 'inquiry:export', 'Desk Month-end', 2],
    ['lost', 'Dan', 'file:export file:view', 'Month-end', 0],
    ['gained', 'Dan', 'file:view', 'Month-end', 0],
  ])
})
