/** Mentions in the text of a note, such as `@Dennis Pascual`. */

export type Mention = { id: string; name: string }

/** A note that was not added yet. `mentions` are all chosen users, even if they are no longer in the text. */
export type NoteDraft = { text: string; mentions: readonly Mention[] }

/** The name that is being typed before the caret, with the position of its `@`. Undefined elsewhere. */
export function typedMention(text: string, caret: number): { start: number; query: string } | undefined {
  const found = /(?:^|[\s(])@((?:[^\s@]{1,40}(?: [^\s@]{1,40})?)?)$/u.exec(text.slice(0, caret))
  const query = found?.[1]
  return query === undefined ? undefined : { start: caret - query.length - 1, query }
}

/** Replaces what was typed by the name, and returns the caret after it. */
export function withMention(
  text: string,
  { start, end }: { start: number; end: number },
  name: string,
): { text: string; caret: number } {
  const mention = `@${name} `
  const rest = text.slice(end).replace(/^ /, '')
  return { text: text.slice(0, start) + mention + rest, caret: start + mention.length }
}

/** Mentions that are still in the text, once each. */
export function mentionsIn(text: string, mentions: readonly Mention[]): Mention[] {
  const byId = new Map(mentions.map((mention) => [mention.id, mention]))
  return [...byId.values()].filter(({ name }) => text.includes(`@${name}`))
}

type Part = { start: number; part: string; isMention: boolean }

/** The text in parts, with mentions of these names apart. */
export function mentionParts(text: string, names: readonly string[]): Part[] {
  if (names.length === 0) return [{ start: 0, part: text, isMention: false }]
  const longestFirst = names.toSorted((a, b) => b.length - a.length)
  const parts: Part[] = []
  let rest = 0
  for (let index = text.indexOf('@'); index >= 0; index = text.indexOf('@', index + 1)) {
    const name = longestFirst.find((each) => text.startsWith(each, index + 1))
    if (name === undefined) continue
    if (index > rest) parts.push({ start: rest, part: text.slice(rest, index), isMention: false })
    rest = index + 1 + name.length
    parts.push({ start: index, part: text.slice(index, rest), isMention: true })
  }
  if (rest < text.length) parts.push({ start: rest, part: text.slice(rest), isMention: false })
  return parts
}
