import { isKeyOf } from '../objects.ts'
import type { CardStatus, TranClass, TransactionStatus } from '../transactions.ts'
import { writtenCount, writtenDay, writtenHundredths, writtenNumber } from '../written-values.ts'
import type { NamedPurchase, ReplyTexts } from './reply-texts.ts'

const day = (isoDate: string) => writtenDay(isoDate, 'fil')
const sum = (value: number) => writtenHundredths(value, 'fil')
/** Numbers that end in 4, 6 or 9 as words end in a consonant, and need the linker. */
const counted = (value: number, noun: string) => writtenCount(value, noun, `na ${noun}`, 'fil')
const nounOf = (arePurchases: boolean) => (arePurchases ? 'pagbili' : 'transaksyon')

const CARD_STATUSES: Readonly<Record<CardStatus, string>> = {
  INACTIVE: 'hindi aktibo',
  ACTIVE: 'aktibo',
  REGISTERED: 'rehistrado',
  LINKED: 'naka-link',
  EXPIRED: 'paso na',
  BLOCKED: 'naka-block',
  LOST: 'iniulat na nawala',
}

/** Each status, alone and before a noun. */
const STATUSES: Readonly<Record<TransactionStatus, readonly [alone: string, beforeNoun: string]>> = {
  POSTED: ['naitala', 'naitalang'],
  PENDING: ['hindi pa naitatala', 'hindi pa naitatalang'],
  REVERSED: ['binaligtad', 'binaligtad na'],
  REJECTED: ['tinanggihan', 'tinanggihang'],
}

const CLASSES: Readonly<Record<TranClass, string>> = {
  EARN: 'pagkuha ng puntos',
  REDEEM: 'paggamit ng puntos',
  REVERSAL: 'pagbaligtad',
  ADJUSTMENT: 'pagsasaayos',
  TRANSFER: 'paglilipat',
  EXPIRY: 'pagkapaso',
  ACTIVATION: 'pag-activate',
  RENEWAL: 'pag-renew',
  INQUIRY: 'pagtatanong',
}

const ENDS = {
  CORRECTED: 'itinama ang puntos',
  NOT_OWED: 'walang puntos na dapat ibigay',
  DUPLICATE: 'doble',
  REJECTED: 'tinanggihan',
} as const

function purchaseText({ amount, day: on, branchName, branchCode, receipt }: NamedPurchase): string {
  const branch = branchName ?? (branchCode ? `sangay ${branchCode}` : '')
  return `₱ ${sum(amount)} noong ${day(on)}${branch ? ` sa ${branch}` : ''}${receipt ? `, resibo ${receipt}` : ''}`
}

function statusesText(statuses: readonly TransactionStatus[]): string {
  const words = statuses.map((each, at) => STATUSES[each][at === statuses.length - 1 ? 1 : 0])
  return words.length > 0 ? `${words.join(' o ')} ` : ''
}

export const TEXTS_FIL: ReplyTexts = {
  card: (masked, status) =>
    `Card ${masked}${status && isKeyOf(CARD_STATUSES, status) ? `, ${CARD_STATUSES[status]}` : ''}`,
  account: (number, cards) =>
    `Account ${number}${cards ? `, ${cards.isAtLeast ? 'hindi bababa sa ' : ''}${counted(cards.count, 'card')}` : ''}`,
  reference: (value, card) => `Reference ${value}${card ? `. ${card}` : ''}`,
  checked: ({ from, to }, at) =>
    `Mula ${day(from)} hanggang ${day(to)}, sinuri noong ${day(at.day)}, ${at.time}.`,
  restrictions({ statuses, classes, company, branch, terminal }) {
    const places = [
      company ? `kumpanya ${company}` : '',
      branch ? `sangay ${branch}` : '',
      terminal ? `terminal ${terminal}` : '',
    ].filter((place) => place !== '')
    const kinds = classes.length > 0 ? ` na ${classes.map((each) => CLASSES[each]).join(' o ')}` : ''
    const of = places.length > 0 ? ` ng ${places.join(', ')}` : ''
    return `Mga ${statusesText(statuses)}transaksyon${kinds}${of} lamang ang nakalista.`
  },
  notListed: (transactions) => `Hindi nakalista: ${counted(transactions, 'transaksyon')} sa mga petsang ito.`,
  noTransactions({ isReference, lastOn }) {
    const last = lastOn ? ` Ang huli ay noong ${day(lastOn)}.` : ''
    return `Walang transaksyon${isReference ? ' na may ganitong reference' : ''} sa mga petsang ito.${last}`
  },
  notFound: {
    CARD_NOT_FOUND: 'Wala sa aming talaan ang card na ito. Pakihambing ang numero sa card.',
    ACCOUNT_NOT_FOUND: 'Wala sa aming talaan ang account na ito. Pakihambing ang numero nito.',
    REFERENCE_NOT_FOUND: 'Walang transaksyon na may ganitong reference. Pakihambing ito sa resibo.',
  },
  summary({ rows, amount, earned, redeemed }) {
    const points = [
      earned === null ? '' : `${sum(earned)} puntos ang naitala`,
      redeemed === null ? '' : `${sum(redeemed)} puntos ang nagamit`,
    ].filter((part) => part !== '')
    const listed = `${counted(rows, 'transaksyon')}, ₱ ${sum(amount)}`
    return `${listed}${points.length > 0 ? `: ${points.join(', ')}` : ''}.`
  },
  late: (purchase, { points, days, promise }) =>
    `Naantala: ${purchaseText(purchase)}. ${sum(points)} puntos ang ${counted(days, 'araw ng trabaho')} nang hindi naitatala; dapat itong maitala sa loob ng ${promise}.`,
  alsoLate: ({ count, arePurchases }) =>
    `Naantala rin: ${writtenNumber(count, 'fil')} pang ${nounOf(arePurchases)}.`,
  early: ({ count, arePurchases, points }) =>
    `Hindi pa naaantala: ${counted(count, nounOf(arePurchases))}, ${sum(points)} puntos.`,
  rejected: (purchase, reason) => `Tinanggihan ang ${purchaseText(purchase)}${reason ? `: ${reason}` : ''}.`,
  alsoRejected: (count) => `Tinanggihan din: ${writtenNumber(count, 'fil')} pang transaksyon.`,
  cut(listed, older) {
    const pending = older
      ? `: ${counted(older.count, 'mas luma')} ang hindi pa naitatala, hanggang ${counted(older.days ?? 0, 'araw ng trabaho')}`
      : ''
    return `Ang pinakabagong ${writtenNumber(listed, 'fil')} lamang ang isa-isang nakalista${pending}.`
  },
  notIncluded({ onDates, outside, arePurchases }) {
    const pending = (count: number) => `${counted(count, nounOf(arePurchases))} na hindi pa naitatala`
    const parts = [
      onDates > 0 ? `${pending(onDates)}, sa mga petsang ito` : '',
      outside > 0 ? `${pending(outside)}, sa labas ng mga petsang ito` : '',
    ].filter((part) => part !== '')
    return `Hindi kasama: ${parts.join('; ')}.`
  },
  nothingPending: 'Walang puntos na hindi pa naitatala.',
  latePassedOn: (on, caseNo) =>
    `Ipinasa na noong ${day(on)} ang naantalang puntos para maitala (kaso ${caseNo}).`,
  someLatePassedOn: ({ count, arePurchases }, on, caseNo) =>
    `Ipinasa na noong ${day(on)} ang ${counted(count, `naantalang ${nounOf(arePurchases)}`)} para maitala (kaso ${caseNo}).`,
  casePassedOn: (on, caseNo) => `Ipinasa na noong ${day(on)} ang kaso ${caseNo} para maitala.`,
  casePosted: (on, caseNo) =>
    on === null
      ? `Naitala na ang mga puntos ng kaso ${caseNo}.`
      : `Naitala noong ${day(on)} ang mga puntos ng kaso ${caseNo}.`,
  caseClosed: (end, on, caseNo) => `Isinara noong ${day(on)} ang kaso ${caseNo}: ${ENDS[end]}.`,
}
