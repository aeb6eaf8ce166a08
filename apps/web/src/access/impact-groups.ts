import type { Impact } from '@backoffice/contract/endpoints/explain'

type Effect = Impact['gains'][number]
type Named = { id: string; name: string }

/** Effects on the same users. */
export type EffectGroup = {
  effects: readonly Effect[]
  userCount: number
  /** The first of them, by name. */
  users: readonly Named[]
}

/** Users who keep the same by the same policies. */
export type KeptGroup = {
  direction: 'gained' | 'lost'
  names: readonly string[]
  users: readonly Named[]
  /** More than are named. */
  more: number
  by: readonly string[]
}

const keyOf = (users: readonly Named[]) => users.map(({ id }) => id).join()

/** Together what happens to the same users, so that they are named once. */
export function effectGroups(effects: readonly Effect[]): EffectGroup[] {
  const groups = Map.groupBy(effects, ({ user_count, users }) => `${user_count} ${keyOf(users)}`)
  return [...groups.values()].map((all) => ({
    effects: all,
    userCount: all[0]?.user_count ?? 0,
    users: all[0]?.users ?? [],
  }))
}

/** What would be gained or lost but is held otherwise, by users and by policies. */
export function keptGroups(kept: Impact['kept']): KeptGroup[] {
  const each = kept.flatMap(({ name, direction, user_count, users }) => {
    const byPolicies = [...Map.groupBy(users, ({ by }) => by.join('\n')).values()]
    return byPolicies.map((those, at) => ({
      name,
      direction,
      users: those,
      // Users beyond those named are counted once, with the last.
      more: at === byPolicies.length - 1 ? user_count - users.length : 0,
      by: those[0]?.by ?? [],
    }))
  })
  const same = Map.groupBy(each, ({ direction, users, more, by }) =>
    [direction, more, keyOf(users), ...by].join('\n'),
  )
  return [...same.values()].flatMap((all) => {
    const [first] = all
    return first ? [{ ...first, names: all.map(({ name }) => name) }] : []
  })
}
