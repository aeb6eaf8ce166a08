import { plural } from '../../kit/format/format-number.ts'

const MOST_NAMED = 3

/** `You or Maria Santos can decide this request.` `others`: users apart from the reader. */
export function decidersText(others: readonly { name: string }[], isReader: boolean): string {
  const more = others.length - MOST_NAMED
  const all = [
    ...(isReader ? ['You'] : []),
    ...others.slice(0, MOST_NAMED).map(({ name }) => name),
    ...(more > 0 ? [plural(more, 'other user')] : []),
  ]
  if (all.length === 0) return 'No user can decide this request now.'
  if (all.length === 1) return `Only ${isReader ? 'you' : all[0]} can decide this request.`
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)} can decide this request.`
}
