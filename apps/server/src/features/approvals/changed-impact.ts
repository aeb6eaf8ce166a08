import type { Takers } from '@backoffice/contract/approvals'
import type { Impact } from '@backoffice/contract/explain'

type Effects = Impact['gains']
const MOST_NAMED = 3

/** Sentences about who gains or loses by a change now but not as requested, and the reverse; null without a difference. */
export function changedImpact(requested: Impact | null, now: Impact | null): string | null {
  if (!requested || !now) return null
  const sentences = (['gains', 'losses'] as const).flatMap((way) => {
    const verb = way === 'gains' ? 'gain' : 'lose'
    return [
      sentence(added(requested[way], now[way]), `would now also ${verb}`),
      sentence(added(now[way], requested[way]), `would no longer ${verb}`),
    ]
  })
  const words = sentences.flatMap((each) => each ?? [])
  return words.length > 0 ? words.join(' ') : null
}

/** Sentences about users who may take a role in an emergency now but not as requested; null without a difference. */
export function changedTakers(requested: readonly Takers[], now: readonly Takers[]): string | null {
  const keyOf = ({ role, taker_role, permissions, user_count }: Takers) =>
    [role, taker_role, user_count, ...permissions].join('\n')
  const without = (some: readonly Takers[], others: readonly Takers[]) =>
    some.filter((each) => !others.some((other) => keyOf(other) === keyOf(each)))
  const words = (verb: string) => (takers: Takers) => {
    const names = takers.users.map(({ name }) => name)
    const who = names.length > 0 ? listed(names) : 'Users'
    return `${who} with the role ${takers.taker_role} ${verb} take ${takers.role} in an emergency.`
  }
  const sentences = [
    ...without(now, requested).map(words('could now')),
    ...without(requested, now).map(words('could no longer')),
  ]
  return sentences.length > 0 ? sentences.join(' ') : null
}

type Difference = { names: ReadonlySet<string>; labels: ReadonlySet<string> }

/** Users and permissions of the second that the first does not have. */
function added(before: Effects, after: Effects): Difference {
  const [names, labels] = [new Set<string>(), new Set<string>()]
  for (const { name, label, users } of after) {
    const had = new Set(before.find((effect) => effect.name === name)?.users.map(({ id }) => id))
    const more = users.filter(({ id }) => !had.has(id))
    if (more.length > 0) labels.add(label)
    for (const user of more) names.add(user.name)
  }
  return { names, labels }
}

function sentence({ names, labels }: Difference, verb: string): string | null {
  return names.size > 0 ? `${listed([...names])} ${verb} ${listed([...labels])}.` : null
}

/** `Maria Reyes, Carla Lim and 2 more`. */
function listed(items: readonly string[]): string {
  const more = items.length - MOST_NAMED
  const shown = more > 0 ? [...items.slice(0, MOST_NAMED), `${more} more`] : items
  return [shown.slice(0, -1).join(', '), shown.at(-1)].filter(Boolean).join(' and ')
}
