/**
 * A value that replies have shown, chosen when the call is made: an id of the endpoint's group, the version of
 * the row that is named beside it, the total of the group's list, or a value of a field of that name.
 */
export class Known {
  readonly kind: 'id' | 'version' | 'value' | 'total'
  readonly name: string
  readonly draw: number
  constructor(kind: Known['kind'], name: string, draw: number) {
    this.kind = kind
    this.name = name
    this.draw = draw
  }
}

/** A row of the endpoint's group: of the fields that it has and that are `kept`; the others are `fresh`. */
export class KnownRow {
  readonly fresh: Readonly<Record<string, unknown>>
  readonly kept: ReadonlySet<string>
  readonly draw: number
  constructor(fresh: KnownRow['fresh'], kept: Iterable<string>, draw: number) {
    this.fresh = fresh
    this.kept = new Set(kept)
    this.draw = draw
  }
}

/** A value that is sent as a text of JSON, as filters are in a query string. */
export class AsJson {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const MAX_VALUES = 60
const MAX_ROWS = 20
const NOBODY = '00000000-0000-4000-8000-000000000000'

/** What the replies so far have shown: with it calls reach rows that exist, at their versions. */
export class KnownValues {
  readonly #ids = new Map<string, string[]>()
  readonly #values = new Map<string, string[]>()
  readonly #versions = new Map<string, number>()
  readonly #rows = new Map<string, Record<string, unknown>[]>()
  readonly #totals = new Map<string, number>()
  readonly #hidden: ReadonlySet<string>

  /** `hidden`: rows that no call should find, such as the callers themselves. */
  constructor(hidden: Iterable<string> = []) {
    this.#hidden = new Set(hidden)
  }

  learn(group: string, value: unknown, name = ''): void {
    if (Array.isArray(value)) for (const each of value) this.learn(group, each, name)
    else if (typeof value === 'string') this.#add(this.#values, name, value)
    else if (typeof value === 'object' && value !== null) {
      const row = value as Record<string, unknown>
      const id = row.id ?? row.source_filekey
      if (typeof id === 'string' && this.#hidden.has(id)) return
      if (typeof id === 'string' && UUID.test(id)) {
        this.#add(this.#ids, row.source_filekey === id ? 'files' : group, id)
        if (typeof row.version === 'number') this.#versions.set(id, row.version)
        this.#rows.set(group, [...(this.#rows.get(group) ?? []), row].slice(-MAX_ROWS))
      }
      if (typeof row.total === 'number') this.#totals.set(group, row.total)
      for (const [key, each] of Object.entries(row)) this.learn(group, each, key)
    }
  }

  /** The value with everything known put in. `id`: of the row that is named around it. */
  resolve(value: unknown, group: string, id?: string): unknown {
    if (value instanceof Known) return this.#choose(value, group, id)
    if (value instanceof KnownRow) return this.resolve(this.#merge(value, group), group, id)
    if (value instanceof AsJson) return JSON.stringify(this.resolve(value.value, group, id))
    if (Array.isArray(value)) return value.map((each) => this.resolve(each, group, id))
    if (typeof value !== 'object' || value === null) return value
    const row = value as Record<string, unknown>
    const own = this.resolve(row.id ?? row.source_filekey, group, id)
    const named = typeof own === 'string' ? own : id
    return Object.fromEntries(
      Object.entries(row).map(([key, each]) => [key, this.resolve(each, group, named)]),
    )
  }

  #choose({ kind, name, draw }: Known, group: string, id: string | undefined): unknown {
    if (kind === 'version') return (id === undefined ? undefined : this.#versions.get(id)) ?? draw % 3
    if (kind === 'total') return this.#totals.get(group) ?? draw
    if (kind === 'value') return pick(this.#values.get(name), draw) ?? String(draw)
    if (name === 'source_filekey') return pick(this.#ids.get('files'), draw) ?? NOBODY
    const ofField = name === 'id' ? undefined : this.#values.get(name)?.filter((each) => UUID.test(each))
    return pick(ofField, draw) ?? pick(this.#ids.get(group), draw) ?? NOBODY
  }

  #merge({ fresh, kept, draw }: KnownRow, group: string): Record<string, unknown> {
    const rows = this.#rows.get(group) ?? []
    const row = rows[draw % Math.max(1, rows.length)] ?? {}
    const own = Object.keys(fresh).filter((key) => kept.has(key) && key in row)
    return { ...fresh, ...Object.fromEntries(own.map((key) => [key, row[key]])) }
  }

  #add(lists: Map<string, string[]>, name: string, value: string): void {
    if (value.length > 200 || this.#hidden.has(value)) return
    const list = lists.get(name) ?? []
    if (list.includes(value)) return
    lists.set(name, [...list, value].slice(-MAX_VALUES))
  }
}

function pick(list: readonly string[] | undefined, draw: number): string | undefined {
  return list && list.length > 0 ? list[draw % list.length] : undefined
}
