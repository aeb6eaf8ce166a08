import { api } from '@backoffice/contract/api'
import type { Purpose } from '@backoffice/contract/purposes'
import type { DemoSystem } from './demo-system.ts'
import { type DemoSubjects, type Scene, unknownCard, wrongCard } from './scene.ts'

const HEADER = 'card_number,date_from,date_to,reference_no'
/** Years until the confirmation of the waiting file would expire. */
const WAITING_YEARS = 10
const EXPIRED_AFTER_DAYS = 3
const HELD_ROWS = 1_200

type Rows = {
  /** Position of the first card. */
  from: number
  found: number
  unknown?: number
  wrong?: number
  duplicates?: number
}

/** Inquiry files in every end state, and one that awaits its confirmation. */
export function fileScenes({ cards }: DemoSubjects): Scene[] {
  const inquiryFile = ({ clock }: DemoSystem, day: number, rows: Rows): string => {
    const { from, found, unknown = 0, wrong = 0, duplicates = 0 } = rows
    const known = Array.from({ length: found }, (_, index) => cards[(from + index * 3) % cards.length] ?? '')
    const numbers = [
      ...known,
      ...known.slice(0, duplicates),
      ...Array.from({ length: unknown }, (_, index) => unknownCard(from + index)),
      ...Array.from({ length: wrong }, (_, index) => wrongCard(from + index)),
    ]
    const range = `${clock.day(day - 28)},${clock.day(day - 1)}`
    const lines = numbers.map((number, index) => `${number},${range},${from}-${index + 1}`)
    return [HEADER, ...lines, ''].join('\r\n')
  }

  const uploaded = async (desk: DemoSystem, day: number, as: string, name: string, rows: Rows) => {
    const content = inquiryFile(desk, day, rows)
    const file = await desk.upload({ name: `${name}.csv`, content, category: 'SMAC_INQUIRY' }, as)
    return file.source_filekey
  }

  const run = async (desk: DemoSystem, key: string, as: string, purpose: Purpose, ticket_no: string) => {
    const body = { mode: 'FILE' as const, source_filekey: key, purpose, ticket_no }
    await desk.call(api.inquiries.run, { body }, as)
  }

  /** Runs to its end. */
  const finished = (
    [day, at, as, name]: readonly [day: number, at: string, as: string, name: string],
    rows: Rows,
    purpose: Purpose = 'RECONCILIATION',
  ): Scene => ({
    day,
    at,
    run: async (desk) => {
      const key = await uploaded(desk, day, as, name, rows)
      await run(desk, key, as, purpose, `OPS-${19_900 + rows.from}`)
    },
  })

  /** A result that is held for a check, because most of its numbers are unknown; `by` releases it. */
  const heldResult = (
    [day, as, name]: readonly [day: number, as: string, name: string],
    from: number,
    by?: string,
  ): Scene[] => {
    let key = ''
    const held: Scene = {
      day,
      at: '13:20',
      run: async (desk) => {
        key = await uploaded(desk, day, as, name, { from, found: 30, unknown: HELD_ROWS })
        await run(desk, key, as, 'OTHER', `OPS-${20_000 + from}`)
      },
    }
    if (!by) return [held]
    const released: Scene = {
      day,
      at: '14:10',
      run: async (desk) => {
        const { version } = await desk.call(api.files.get, { query: { source_filekey: key } }, by)
        const reason = 'The list came from the merged programme: old numbers are expected.'
        const body = { source_filekey: key, version, decision: 'RELEASED' as const, reason }
        await desk.call(api.files.release, { body }, by)
      },
    }
    return [held, released]
  }

  const nights = Array.from({ length: 13 }, (_, index) =>
    finished(
      [index - 13, '21:30', 'liza.manalo', `night-reconciliation-${String(index + 1).padStart(2, '0')}`],
      {
        from: index * 40,
        found: 60 + ((index * 29) % 90),
        unknown: index % 4,
        wrong: index % 3 === 0 ? 2 : 0,
      },
    ),
  )

  return [
    ...nights,
    finished([-12, '10:20', 'agent', 'branch-0101-complaints'], { from: 500, found: 48 }, 'MEMBER_COMPLAINT'),
    finished([-9, '11:05', 'agent', 'mabini-retail-late-points'], {
      from: 620,
      found: 130,
      unknown: 6,
      wrong: 3,
    }),
    finished(
      [-6, '09:50', 'bernard.tolentino', 'fraud-review-north'],
      { from: 700, found: 25 },
      'FRAUD_REVIEW',
    ),
    finished(
      [-4, '10:10', 'agent', 'branch-0210-complaints'],
      { from: 810, found: 72, duplicates: 4 },
      'MEMBER_COMPLAINT',
    ),
    finished([-1, '10:30', 'agent', 'northline-late-points'], {
      from: 900,
      found: 210,
      unknown: 9,
      wrong: 2,
    }),
    finished(
      [0, '09:15', 'agent', 'morning-complaints'],
      { from: 1_000, found: 34, unknown: 2 },
      'MEMBER_COMPLAINT',
    ),
    {
      day: -11,
      at: '14:20',
      run: async (desk) => {
        const content = 'member;email\r\n1;unknown\r\n'
        await desk.upload({ name: 'member-list.csv', content, category: 'SMAC_INQUIRY' }, 'agent')
      },
    },
    {
      day: -8,
      at: '15:10',
      run: async (desk) => {
        const key = await uploaded(desk, -8, 'bernard.tolentino', 'tinig-stores-audit', {
          from: 1_100,
          found: 90,
        })
        await run(desk, key, 'bernard.tolentino', 'AUDIT', 'OPS-21100')
        await desk.failWork()
      },
    },
    {
      day: -7,
      at: '16:45',
      run: (desk) => uploaded(desk, -7, 'agent', 'unconfirmed-list', { from: 1_200, found: 40 }),
    },
    {
      day: -7 + EXPIRED_AFTER_DAYS,
      at: '17:00',
      run: (desk) => desk.runScheduled('expire-files'),
    },
    {
      day: -5,
      at: '11:40',
      run: async (desk) => {
        const key = await uploaded(desk, -5, 'agent', 'wrong-month', { from: 1_300, found: 55 })
        const { version } = await desk.call(api.files.get, { query: { source_filekey: key } }, 'agent')
        await desk.call(api.files.cancel, { body: { source_filekey: key, version } }, 'agent')
      },
    },
    ...heldResult([-3, 'agent', 'unusual-list'], 1_400, 'supervisor'),
    ...heldResult([-1, 'bernard.tolentino', 'partner-list'], 3_000),
    {
      day: 0,
      at: '10:05',
      run: async (desk) => {
        const key = await uploaded(desk, 0, 'agent', 'branch-0105-late-points', {
          from: 1_500,
          found: 64,
          wrong: 3,
        })
        await desk.keepTimes()
        // The file that a first visitor can confirm, whenever that is.
        await desk.owner.query(
          `UPDATE files SET state_changed_at = state_changed_at + interval '${WAITING_YEARS} years' WHERE source_filekey = $1`,
          [key],
        )
      },
    },
  ]
}
