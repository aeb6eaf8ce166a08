/** Tables that a distributed engine divides over its nodes, all by the number of the card. */
export const DIVIDED_TABLES = ['cards', 'transactions'] as const
const KEY = 'card_number'

/**
 * Why a divided ledger would refuse this statement, or run it on every node or for every card; empty if it would not.
 * `mainTables` are those of the main database.
 */
export function problemsOf(statement: string, mainTables: readonly string[]): string[] {
  const text = statement
    .replaceAll(/\/\*.*?\*\//g, '')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
  const names = (table: string) => new RegExp(`\\b(from|join|update|into|using) ${table}\\b`, 'i').test(text)
  if (!DIVIDED_TABLES.some(names)) return []
  const problems = {
    'reads both databases': mainTables.some(names),
    'locks rows': /\bfor (no key update|update|key share|share)\b/i.test(text),
    // Every row of the joined table is fetched before the limit.
    'joins rows of a limit': joinsLimit(text),
    // Its value is unknown when the nodes are chosen. A semi-join by the key stays on each node.
    'compares the card with a subquery': new RegExp(
      `\\b${KEY} (= |= any ?\\( ?|= any ?\\( ?array ?)\\( ?select|\\b${KEY} = any ?\\( ?(array ?\\( ?)?select`,
      'i',
    ).test(text),
    'queries every node': !namesCard(text),
  }
  return Object.entries(problems).flatMap(([problem, has]) => (has ? [problem] : []))
}

/** True if cards are given as parameters, or as a column of inserted rows. */
function namesCard(text: string): boolean {
  const table = DIVIDED_TABLES.join('|')
  return new RegExp(`\\b${KEY} (=|in) (any ?)?\\(?\\$|insert into (${table}) \\([^)]*\\b${KEY}\\b`, 'i').test(
    text,
  )
}

/** True if a subquery with a limit of its own is joined. */
function joinsLimit(text: string): boolean {
  const starts: number[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') starts.push(at)
    if (text[at] !== ')') continue
    const from = starts.pop() ?? 0
    const [before, inner, after] = [text.slice(0, from), text.slice(from + 1, at), text.slice(at + 1)]
    const isTable = /\b(from|join|lateral) ?$/i.test(before)
    const isJoined = /\bjoin ?$/i.test(before) || /^[^()]*\bjoin\b/i.test(after)
    if (isTable && isJoined && /\blimit\b/i.test(withoutNested(inner))) return true
  }
  return false
}

function withoutNested(text: string): string {
  const next = text.replaceAll(/\([^()]*\)/g, '')
  return next === text ? text : withoutNested(next)
}
