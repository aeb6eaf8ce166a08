import type { api } from '@backoffice/contract/api'
import { expect, test } from 'vitest'
import { type CardNumber, cardNumberOf, maskedNumber } from '../../db/card-number.ts'
import { csvLine } from '../../files/csv/guarded-cell.ts'
import type { Handlers } from '../../kernel/mount.ts'
import { postingCsv } from '../cases/posting-file.ts'
import type { RevealResult } from '../reveals/reveal.ts'
import type { CardKeys } from '../transactions/transactions.store.ts'

type RevealReply = ReturnType<Handlers<(typeof api)['cards']>['reveal']>

const CARD = { card_id: 'a', card_number: cardNumberOf('9990000000000011'), account_number: '1' }

/** Ways out for a number that must not compile: `npm run check` reports an unused directive if one does. */
const refusedByTheCompiler = (number: CardNumber, card: CardKeys, { numberOf }: RevealResult) => {
  const rest = { used: 1, quota: 20 }
  const audit = [{}] as const
  // @ts-expect-error a number of the database is no string
  const text: string = number
  // @ts-expect-error nor a cell of a CSV
  const line = csvLine([number])
  // @ts-expect-error a posting file takes masked and revealed numbers
  const file = postingCsv([], () => '9990000000000011')
  // @ts-expect-error nor numbers as they are in the database
  const other = postingCsv([], (each) => each.card_number)
  // @ts-expect-error a reply with a plain string
  const plain: RevealReply = Promise.resolve(async () => ({
    resource: { ...rest, card_number: '9990000000000011' },
    audit,
  }))
  // @ts-expect-error a reply with the number of the database
  const stored: RevealReply = Promise.resolve(async () => ({
    resource: { ...rest, card_number: number },
    audit,
  }))
  const revealed: RevealReply = Promise.resolve(async () => ({
    resource: { ...rest, card_number: numberOf(card) },
    audit,
  }))
  return [text, line, file, other, plain, stored, revealed]
}

test('whole numbers have one way out', () => {
  expect(refusedByTheCompiler).toBeInstanceOf(Function)
  expect(postingCsv([line()])).toContain(`,${maskedNumber(CARD.card_number)},`)
})

function line() {
  return {
    ...{ case_no: '7', card: CARD, ticket_no: 'T', business_date: null, branch_code: null },
    ...{ receipt_no: null, amount: null, points_expected: null, age_working_days: null },
  }
}
