import { expect, test } from 'vitest'
import { keysOf } from '../objects.ts'
import { replySentences } from '../reply-text.ts'
import { aResult, aTransaction } from '../testing/inquiry-samples.ts'
import { CARD_STATUS_LABELS, TRAN_CLASSES, TRANSACTION_STATUSES } from '../transactions.ts'
import { TEXTS_EN } from './texts-en.ts'
import { TEXTS_FIL } from './texts-fil.ts'

const PURCHASE = {
  amount: 300_000,
  day: '2026-10-20',
  branchName: 'Bonifacio – Malita',
  branchCode: '0417',
  receipt: 'N000952061',
}
const PENDING = { points: 1_500, days: 25, promise: 15 }
const RANGE = { from: '2026-08-25', to: '2026-11-24' }
const PLACES = { company: 'NLF', branch: '0417', terminal: '60417001' }
const NO_PLACES = { company: undefined, branch: undefined, terminal: undefined }
const LEFT = { onDates: 2, outside: 4, arePurchases: false }
const DAY = '2026-11-20'
const CASE = 'C-000118'

type Say = (texts: typeof TEXTS_EN) => string

test.each<[Say, english: string, filipino: string]>([
  [
    (say) =>
      `${say.card('•••• 0011', 'ACTIVE')}. ${say.checked(RANGE, { day: '2026-11-24', time: '14:05' })}`,
    'Card •••• 0011, active. 25 Aug 2026 to 24 Nov 2026, checked on 24 Nov 2026 at 14:05.',
    'Card •••• 0011, aktibo. Mula 25 Ago 2026 hanggang 24 Nob 2026, sinuri noong 24 Nob 2026, 14:05.',
  ],
  [
    (say) =>
      keysOf(CARD_STATUS_LABELS)
        .map((status) => say.card('•', status).slice(8))
        .join(', '),
    'inactive, active, registered, linked, expired, blocked, lost',
    'hindi aktibo, aktibo, rehistrado, naka-link, paso na, naka-block, iniulat na nawala',
  ],
  [(say) => say.card('•••• 0011', null), 'Card •••• 0011', 'Card •••• 0011'],
  [
    (say) => say.account('2000417733', { count: 20, isAtLeast: true }),
    'Account 2000417733, at least 20 cards',
    'Account 2000417733, hindi bababa sa 20 card',
  ],
  [
    (say) => say.account('2000417733', { count: 4, isAtLeast: false }),
    'Account 2000417733, 4 cards',
    'Account 2000417733, 4 na card',
  ],
  [(say) => say.reference('R-1', 'Card •'), 'Reference R-1. Card •', 'Reference R-1. Card •'],
  [
    (say) => say.summary({ rows: 6, amount: 775_000, earned: 1_800, redeemed: 25_000 }),
    '6 transactions, ₱ 7,750.00: 18.00 points posted, 250.00 points redeemed.',
    '6 na transaksyon, ₱ 7,750.00: 18.00 puntos ang naitala, 250.00 puntos ang nagamit.',
  ],
  [
    (say) => say.summary({ rows: 1, amount: -80_000, earned: null, redeemed: null }),
    '1 transaction, ₱ −800.00.',
    '1 transaksyon, ₱ −800.00.',
  ],
  [
    (say) => say.late(PURCHASE, PENDING),
    'Late: ₱ 3,000.00 on 20 Oct 2026 at Bonifacio – Malita, receipt N000952061. 15.00 points pending for 25 working days; points post within 15.',
    'Naantala: ₱ 3,000.00 noong 20 Okt 2026 sa Bonifacio – Malita, resibo N000952061. 15.00 puntos ang 25 araw ng trabaho nang hindi naitatala; dapat itong maitala sa loob ng 15.',
  ],
  [
    (say) => say.late({ ...PURCHASE, branchName: null, receipt: null }, { ...PENDING, days: 16 }),
    'Late: ₱ 3,000.00 on 20 Oct 2026 at branch 0417. 15.00 points pending for 16 working days; points post within 15.',
    'Naantala: ₱ 3,000.00 noong 20 Okt 2026 sa sangay 0417. 15.00 puntos ang 16 na araw ng trabaho nang hindi naitatala; dapat itong maitala sa loob ng 15.',
  ],
  [
    (say) => say.alsoLate({ count: 1, arePurchases: true }),
    'Also late: 1 more purchase.',
    'Naantala rin: 1 pang pagbili.',
  ],
  [
    (say) => say.alsoLate({ count: 2, arePurchases: false }),
    'Also late: 2 more transactions.',
    'Naantala rin: 2 pang transaksyon.',
  ],
  [
    (say) => say.early({ count: 1, arePurchases: true, points: 450 }),
    'Not late yet: 1 purchase, 4.50 points.',
    'Hindi pa naaantala: 1 pagbili, 4.50 puntos.',
  ],
  [
    (say) => say.notIncluded({ onDates: 0, outside: 1, arePurchases: true }),
    'Not included: 1 pending purchase outside these dates.',
    'Hindi kasama: 1 pagbili na hindi pa naitatala, sa labas ng mga petsang ito.',
  ],
  [
    (say) => say.notIncluded(LEFT),
    'Not included: 2 pending transactions on these dates, 4 pending transactions outside these dates.',
    'Hindi kasama: 2 transaksyon na hindi pa naitatala, sa mga petsang ito; 4 na transaksyon na hindi pa naitatala, sa labas ng mga petsang ito.',
  ],
  [
    (say) => say.restrictions({ statuses: ['POSTED'], classes: [], ...NO_PLACES }),
    'Only posted transactions are listed.',
    'Mga naitalang transaksyon lamang ang nakalista.',
  ],
  [
    (say) => say.restrictions({ statuses: TRANSACTION_STATUSES, classes: ['EARN'], ...PLACES }),
    'Only posted or pending or reversed or rejected earn transactions of company NLF, branch 0417, terminal 60417001 are listed.',
    'Mga naitala o hindi pa naitatala o binaligtad o tinanggihang transaksyon na pagkuha ng puntos ng kumpanya NLF, sangay 0417, terminal 60417001 lamang ang nakalista.',
  ],
  [
    (say) => say.restrictions({ statuses: ['REVERSED'], classes: TRAN_CLASSES, ...NO_PLACES }),
    'Only reversed earn or redeem or reversal or adjustment or transfer or expiry or activation or renewal or inquiry transactions are listed.',
    'Mga binaligtad na transaksyon na pagkuha ng puntos o paggamit ng puntos o pagbaligtad o pagsasaayos o paglilipat o pagkapaso o pag-activate o pag-renew o pagtatanong lamang ang nakalista.',
  ],
  [(say) => say.nothingPending, 'Nothing is pending.', 'Walang puntos na hindi pa naitatala.'],
  [
    (say) =>
      say.rejected(
        { ...PURCHASE, amount: 90_000, day: '2026-11-18', branchName: null, branchCode: null, receipt: null },
        'Card not active',
      ),
    '₱ 900.00 on 18 Nov 2026 was rejected: Card not active.',
    'Tinanggihan ang ₱ 900.00 noong 18 Nob 2026: Card not active.',
  ],
  [
    (say) => say.rejected(PURCHASE, null),
    '₱ 3,000.00 on 20 Oct 2026 at Bonifacio – Malita, receipt N000952061 was rejected.',
    'Tinanggihan ang ₱ 3,000.00 noong 20 Okt 2026 sa Bonifacio – Malita, resibo N000952061.',
  ],
  [
    (say) => say.alsoRejected(3),
    'Also rejected: 3 more transactions.',
    'Tinanggihan din: 3 pang transaksyon.',
  ],
  [
    (say) => say.cut(500, { count: 1_204, days: 26 }),
    'Only the newest 500 are listed one by one: 1,204 older ones are pending, up to 26 working days.',
    'Ang pinakabagong 500 lamang ang isa-isang nakalista: 1,204 na mas luma ang hindi pa naitatala, hanggang 26 na araw ng trabaho.',
  ],
  [
    (say) => say.cut(500, null),
    'Only the newest 500 are listed one by one.',
    'Ang pinakabagong 500 lamang ang isa-isang nakalista.',
  ],
  [
    (say) => say.noTransactions({ isReference: false, lastOn: '2026-09-02' }),
    'There are no transactions on these dates. The last one was on 2 Sep 2026.',
    'Walang transaksyon sa mga petsang ito. Ang huli ay noong 2 Set 2026.',
  ],
  [
    (say) => say.noTransactions({ isReference: true, lastOn: null }),
    'There are no transactions with this reference on these dates.',
    'Walang transaksyon na may ganitong reference sa mga petsang ito.',
  ],
  [
    (say) => say.notListed(7),
    'Not listed: 7 transactions on these dates.',
    'Hindi nakalista: 7 transaksyon sa mga petsang ito.',
  ],
  [
    (say) => Object.values(say.notFound).join(' / '),
    'This card is not in our records. Please compare the number with the card. / This account is not in our records. Please compare its number. / No transaction has this reference. Please compare it with the receipt.',
    'Wala sa aming talaan ang card na ito. Pakihambing ang numero sa card. / Wala sa aming talaan ang account na ito. Pakihambing ang numero nito. / Walang transaksyon na may ganitong reference. Pakihambing ito sa resibo.',
  ],
  [
    (say) => say.latePassedOn(DAY, CASE),
    'The late points were passed on for posting on 20 Nov 2026 (case C-000118).',
    'Ipinasa na noong 20 Nob 2026 ang naantalang puntos para maitala (kaso C-000118).',
  ],
  [
    (say) => say.someLatePassedOn({ count: 1, arePurchases: true }, DAY, CASE),
    '1 late purchase was passed on for posting on 20 Nov 2026 (case C-000118).',
    'Ipinasa na noong 20 Nob 2026 ang 1 naantalang pagbili para maitala (kaso C-000118).',
  ],
  [
    (say) => say.someLatePassedOn({ count: 4, arePurchases: false }, DAY, CASE),
    '4 late transactions were passed on for posting on 20 Nov 2026 (case C-000118).',
    'Ipinasa na noong 20 Nob 2026 ang 4 na naantalang transaksyon para maitala (kaso C-000118).',
  ],
  [
    (say) => say.casePassedOn(DAY, CASE),
    'Case C-000118 was passed on for posting on 20 Nov 2026.',
    'Ipinasa na noong 20 Nob 2026 ang kaso C-000118 para maitala.',
  ],
  [
    (say) => say.casePosted(DAY, CASE),
    'The points of case C-000118 were posted on 20 Nov 2026.',
    'Naitala noong 20 Nob 2026 ang mga puntos ng kaso C-000118.',
  ],
  [
    (say) => say.casePosted(null, CASE),
    'The points of case C-000118 are posted.',
    'Naitala na ang mga puntos ng kaso C-000118.',
  ],
  [
    (say) => say.caseClosed('CORRECTED', DAY, CASE),
    'Case C-000118 was closed on 20 Nov 2026: points corrected.',
    'Isinara noong 20 Nob 2026 ang kaso C-000118: itinama ang puntos.',
  ],
  [
    (say) => say.caseClosed('NOT_OWED', DAY, CASE),
    'Case C-000118 was closed on 20 Nov 2026: points not owed.',
    'Isinara noong 20 Nob 2026 ang kaso C-000118: walang puntos na dapat ibigay.',
  ],
  [
    (say) => say.caseClosed('DUPLICATE', DAY, CASE),
    'Case C-000118 was closed on 20 Nov 2026: duplicate.',
    'Isinara noong 20 Nob 2026 ang kaso C-000118: doble.',
  ],
  [
    (say) => say.caseClosed('REJECTED', DAY, CASE),
    'Case C-000118 was closed on 20 Nov 2026: rejected.',
    'Isinara noong 20 Nob 2026 ang kaso C-000118: tinanggihan.',
  ],
])('%# says the same in both languages', (say, english, filipino) => {
  expect([say(TEXTS_EN), say(TEXTS_FIL)]).toEqual([english, filipino])
})

test('both languages state the same findings, in the same order', () => {
  const results = [
    aResult(),
    aResult({ mode: 'REFERENCE', is_cut: true }),
    aResult({ items: [aTransaction({ status: 'REJECTED', posting_age: null })] }),
    aResult({
      outcome: 'FILTERED_OUT',
      items: [],
      criteria: { ...aResult().criteria, statuses: ['POSTED'] },
    }),
    aResult({ outcome: 'NO_TRANSACTIONS', items: [] }),
  ]
  for (const result of results) {
    const parts = (language: 'en' | 'fil') => replySentences(result, language).map(({ part }) => part)
    expect(parts('fil')).toEqual(parts('en'))
  }
})

test('names every month in Filipino', () => {
  const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-02`)
  const named = months.map((day) => TEXTS_FIL.casePassedOn(day, CASE).match(/2 (\w+) 2026/)?.[1])
  expect(named.join(' ')).toBe('Ene Peb Mar Abr May Hun Hul Ago Set Okt Nob Dis')
})

test('leaves out a card status that only a newer release knows', () => {
  for (const texts of [TEXTS_EN, TEXTS_FIL])
    expect(texts.card('•••• 0011', 'FROZEN' as never)).toBe('Card •••• 0011')
})
