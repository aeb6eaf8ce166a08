const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const MAX_VALUES = 60
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

/** Placeholder for the current version of the enclosing row. */
export const CURRENT_VERSION = Symbol('current version')

type Row = Record<string, unknown>
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const idOf = (row: Row) =>
  [row.id, row.source_filekey].find((id) => typeof id === 'string') as string | undefined

/** Values of earlier replies, so that calls reach existing rows at their versions. */
export class KnownValues {
  readonly #values = new Map<string, unknown[]>()
  readonly #versions = new Map<string, number>()
  readonly #hidden: ReadonlySet<unknown>

  /** Calls must not use `hidden` ids, such as those of the callers. */
  constructor(hidden: readonly string[]) {
    this.#hidden = new Set(hidden)
  }

  learn(group: string, value: unknown, name = ''): void {
    if (Array.isArray(value)) for (const each of value) this.learn(group, each, name)
    else if (isRow(value)) this.#learnRow(group, value)
    else if (typeof value === 'string' && value.length <= 200) this.#add(name, value)
  }

  #learnRow(group: string, row: Row): void {
    const id = idOf(row)
    if (this.#hidden.has(id)) return
    if (id !== undefined && UUID.test(id)) {
      this.#add(`ids of ${row.source_filekey === id ? 'files' : group}`, id)
      this.#add(`rows of ${group}`, row)
      // Some replies have a row without its version.
      if (typeof row.version === 'number') this.#versions.set(id, row.version)
    }
    if (typeof row.total === 'number') this.#values.set(`total of ${group}`, [row.total])
    for (const [name, value] of Object.entries(row)) this.learn(group, value, name)
  }

  #add(name: string, value: unknown): void {
    const list = this.#values.get(name) ?? []
    if (this.#hidden.has(value) || list.includes(value)) return
    this.#values.set(name, [...list, value].slice(-MAX_VALUES))
  }

  #pick(name: string, draw: number): unknown {
    const list = this.#values.get(name) ?? []
    return list[draw % Math.max(1, list.length)]
  }

  value = (name: string, draw: number) => this.#pick(name, draw) ?? String(draw)
  total = (group: string, draw: number) => this.#pick(`total of ${group}`, 0) ?? draw

  /** Id of a row of the group, or of the row that a field of this name refers to. */
  id(group: string, name: string, draw: number): unknown {
    if (name === 'source_filekey') return this.#pick('ids of files', draw) ?? UNKNOWN_ID
    const referred = name === 'id' ? undefined : this.#pick(name, draw)
    const isId = typeof referred === 'string' && UUID.test(referred)
    return isId ? referred : (this.#pick(`ids of ${group}`, draw) ?? UNKNOWN_ID)
  }

  /** Values of a row of the group in these fields. */
  fieldsOf(group: string, names: readonly string[], draw: number): Row {
    const row = this.#pick(`rows of ${group}`, draw)
    if (!isRow(row)) return {}
    return Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]))
  }

  withVersions(value: unknown, id?: string): unknown {
    if (value === CURRENT_VERSION) return this.#versions.get(id ?? '') ?? 1
    if (Array.isArray(value)) return value.map((each) => this.withVersions(each, id))
    if (!isRow(value)) return value
    const own = idOf(value) ?? id
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, this.withVersions(each, own)]),
    )
  }
}
