import type { Drill } from './drill.ts'

export type Query = <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>

type Row = { id: string; version: number }

/** Acknowledged writes. Each must be in the database once. */
export class Journal {
  readonly #prefix: string
  readonly #tickets = new Set<string>()
  /** The expected version of each row, by id. */
  readonly #versions = new Map<string, number>()
  #updates = 0
  #count = 0

  /** `prefix`: beginning of its tickets. */
  constructor(prefix: string) {
    this.#prefix = prefix
  }

  nextTicket(): string {
    this.#count += 1
    return `${this.#prefix}-${this.#count}`
  }

  addInquiry(ticket: string): void {
    this.#tickets.add(ticket)
  }

  /** Adds a row that only writers of this journal change. */
  addRow({ id, version }: Row): void {
    this.#versions.set(id, version)
  }

  addUpdate(id: string): void {
    this.#updates += 1
    this.#versions.set(id, (this.#versions.get(id) ?? 0) + 1)
  }

  get acknowledged(): number {
    return this.#tickets.size + this.#updates
  }

  /** Compares with the database; no call may be in flight. `unaudited`: rows without one audit event per change. */
  async check(drill: Drill, query: Query): Promise<{ lost: number; twice: number }> {
    const stored = await query<{ ticket: string; times: number }>(
      'SELECT ticket_no AS ticket, count(*)::int AS times FROM inquiries WHERE ticket_no LIKE $1 GROUP BY ticket_no',
      [`${this.#prefix}-%`],
    )
    const times = new Map(stored.map((row) => [row.ticket, row.times]))
    const rows = await query<Row & { events: number }>(
      `SELECT id, version, (SELECT count(*)::int FROM audit_events WHERE resource_id = company_groups.id::text
         AND outcome = 'done' AND action IN ('company-group.create', 'company-group.update')) AS events
       FROM company_groups WHERE id = ANY($1)`,
      [[...this.#versions.keys()]],
    )
    const stood = new Map(rows.map(({ id, version }) => [id, version]))
    // Missing updates of each row; negative if there are too many.
    const behind = [...this.#versions].map(([id, version]) => version - (stood.get(id) ?? 0))
    const lost = [...this.#tickets].filter((ticket) => !times.has(ticket)).length + sumOf(behind)
    const twice = stored.filter((row) => row.times > 1).length + sumOf(behind.map((by) => -by))
    const unaudited = rows.filter(({ version, events }) => version !== events).length
    const found = `${lost} lost, ${twice} twice, ${unaudited} rows with another audit trail`
    drill.check(`${this.acknowledged} acknowledged writes`, lost + twice + unaudited === 0, found)
    return { lost, twice }
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + Math.max(each, 0), 0)
