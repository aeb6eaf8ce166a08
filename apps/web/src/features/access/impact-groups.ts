import type { Impact } from '@backoffice/contract/explain'

type Effect = Impact['gains'][number]
type NamedUser = { id: string; name: string }

/** Effects on the same users. */
export type EffectGroup = {
  effects: readonly Effect[]
  userCount: number
  /** The first users by name. */
  users: readonly NamedUser[]
}

/** Users who keep the same access through the same policies. */
export type KeptGroup = {
  direction: 'gained' | 'lost'
  names: readonly string[]
  users: readonly NamedUser[]
  /** Count of further users. */
  more: number
  policies: readonly string[]
}

const keyOf = (users: readonly NamedUser[]) => users.map(({ id }) => id).join()

/** Groups effects by their users, so that each user is named once. */
export function effectGroups(effects: readonly Effect[]): EffectGroup[] {
  const groups = Map.groupBy(effects, ({ user_count, users }) => `${user_count} ${keyOf(users)}`)
  return [...groups.values()].map((all) => ({
    effects: all,
    userCount: all[0]?.user_count ?? 0,
    users: all[0]?.users ?? [],
  }))
}

/** Groups unchanged access by users and by the policies that grant it otherwise. */
export function keptGroups(kept: Impact['kept']): KeptGroup[] {
  const each = kept.flatMap(({ name, direction, user_count, users }) => {
    const byPolicies = [...Map.groupBy(users, ({ by }) => by.join('\n')).values()]
    return byPolicies.map((those, index) => ({
      name,
      direction,
      users: those,
      // The last group counts the unnamed users.
      more: index === byPolicies.length - 1 ? user_count - users.length : 0,
      policies: those[0]?.by ?? [],
    }))
  })
  const same = Map.groupBy(each, ({ direction, users, more, policies }) =>
    [direction, more, keyOf(users), ...policies].join('\n'),
  )
  return [...same.values()].flatMap((all) => {
    const [first] = all
    return first ? [{ ...first, names: all.map(({ name }) => name) }] : []
  })
}
