import type { Approval } from '@backoffice/contract/approvals'
import type { Impact } from '@backoffice/contract/explain'

type Effects = Impact['gains']

/** Users who gain and lose the same. */
export type AccessGroup = {
  names: readonly string[]
  userCount: number
  gains: Effects
  losses: Effects
}

type ListedAccess = Pick<Approval, 'impact' | 'users' | 'users_total'>

/**
 * Groups users by what they gain and lose together, so that each user is in one group. Where the request does not list
 * all users, groups the permissions by their users instead.
 */
export function accessGroups({ impact, users, users_total }: ListedAccess): AccessGroup[] {
  if (!impact) return []
  const { gains, losses } = impact
  if (users.length < users_total || users_total === 0) return groupsOfEffects(gains, losses)
  const has = (key: string) => (effect: Effects[number]) => effect.users.some(({ id }) => id === key)
  const each = users.map(({ key, name, email, similar }) => ({
    // Others have this name or one like it.
    name: similar.length > 0 ? `${name} (${email})` : name,
    gains: gains.filter(has(key)),
    losses: losses.filter(has(key)),
  }))
  const same = Map.groupBy(each, (one) => [namesOf(one.gains), namesOf(one.losses)].join('\n'))
  return [...same.values()].flatMap((group) => {
    const [first] = group
    if (!first || first.gains.length + first.losses.length === 0) return []
    const { gains, losses } = first
    return [{ names: group.map(({ name }) => name), userCount: group.length, gains, losses }]
  })
}

const namesOf = (effects: Effects) => effects.map(({ name }) => name).join()

function groupsOfEffects(gains: Effects, losses: Effects): AccessGroup[] {
  const moves = [
    ...gains.map((effect) => ({ effect, way: 'gains' as const })),
    ...losses.map((effect) => ({ effect, way: 'losses' as const })),
  ]
  const keyOf = ({ effect: { user_count, users } }: (typeof moves)[number]) =>
    [user_count, ...users.map(({ id }) => id)].join()
  return [...Map.groupBy(moves, keyOf).values()].map((group) => ({
    names: group[0]?.effect.users.map(({ name }) => name) ?? [],
    userCount: group[0]?.effect.user_count ?? 0,
    gains: group.flatMap(({ effect, way }) => (way === 'gains' ? effect : [])),
    losses: group.flatMap(({ effect, way }) => (way === 'losses' ? effect : [])),
  }))
}
