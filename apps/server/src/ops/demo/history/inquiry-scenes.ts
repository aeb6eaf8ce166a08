import { api } from '@backoffice/contract/api'
import { elementAt } from '@backoffice/contract/objects'
import { type DemoSubjects, unknownCard } from './demo-subjects.ts'
import { DAY_OFFSETS, HISTORY_DAYS, type Scene } from './scene.ts'

const TIMES = ['09:35', '10:50', '14:05', '15:40'] as const
const AGENTS = ['agent', 'bernard.tolentino', 'agent', 'supervisor'] as const
const PURPOSES = ['MEMBER_COMPLAINT', 'MEMBER_COMPLAINT', 'FRAUD_REVIEW', 'RECONCILIATION', 'AUDIT'] as const
/** Every so many inquiries are for a number that no card has. */
const UNKNOWN_EACH = 9

/** Single inquiries of every day. */
export function inquiryScenes({ cards }: DemoSubjects): Scene[] {
  return DAY_OFFSETS.flatMap((day) =>
    TIMES.map((at, nth) => {
      const index = (day + HISTORY_DAYS - 1) * TIMES.length + nth
      return {
        day,
        at,
        run: async ({ call, clock }) => {
          const card_number =
            index % UNKNOWN_EACH === 4 ? unknownCard(index) : elementAt(cards, (index * 37) % cards.length)
          const body = {
            mode: 'CARD' as const,
            card_number,
            purpose: elementAt(PURPOSES, index % PURPOSES.length),
            ticket_no: `OPS-${20_100 + index}`,
            date_from: clock.day(day - 45),
            date_to: clock.day(day - 1),
          }
          await call(api.inquiries.run, { body }, elementAt(AGENTS, nth))
        },
      }
    }),
  )
}
