import { createHash } from 'node:crypto'
import type { ImportLayout } from '@backoffice/contract/import-layouts'
import { distance } from 'fastest-levenshtein'

/** `isSynonym` is true for a match by a synonym of the field. */
export type NameScore = { score: number; isSynonym: boolean }

const EXACT = 1
const SYNONYM = 0.95
/** Score of two names that are nearly equal. */
const SIMILAR = 0.9
/** Names with a lower share of equal letters are other words. */
const MIN_SIMILARITY = 0.75
/** Longer texts are values or titles, and slow to compare. */
const MAX_NAME_CHARS = 60
const NONE: NameScore = { score: 0, isSynonym: false }

/** Similarity of a header and a field, from 0 to 1: equal, a synonym, or written in nearly the same way. */
export function nameScore(header: string, field: string, layout: ImportLayout): NameScore {
  const words = wordsOf(header)
  if (words === '' || words.length > MAX_NAME_CHARS) return NONE
  const own = [wordsOf(field), wordsOf(layout.fields[field]?.label ?? '')]
  if (own.includes(words)) return { score: EXACT, isSynonym: false }
  const synonyms = synonymsOf(field, layout)
  if (synonyms.includes(words)) return { score: SYNONYM, isSynonym: true }
  const [ownBest, synonymBest] = [bestOf(words, own), bestOf(words, synonyms)]
  const best = Math.max(ownBest, synonymBest)
  if (best < MIN_SIMILARITY) return NONE
  return { score: best * SIMILAR, isSynonym: synonymBest > ownBest }
}

function bestOf(words: string, names: readonly string[]): number {
  return Math.max(0, ...names.map((name) => similarity(words, name)))
}

/** Equal letters without spaces, by edit distance. Short names are equal or not. */
function similarity(one: string, other: string): number {
  const [a, b] = [one.replaceAll(' ', ''), other.replaceAll(' ', '')]
  const longer = Math.max(a.length, b.length)
  return longer < 4 ? Number(a === b) : 1 - distance(a, b) / longer
}

type Synonyms = Readonly<Record<string, string>>

/** Other names of fields in files of colleagues, banks and acquirers, as `wordsOf` writes them. */
const SYNONYMS: Synonyms = {
  card_number: `
    card, card no, card nr, card num, cardholder number, pan, smac no, smac number, smac card, smac card no,
    member, member id, member no, member number, membership no, membership number, loyalty card, loyalty no,
    loyalty id, account no, smac, cardholder no, membership card, membership card no, loyalty card no,
    loyalty card number, member card, member card no, smac card number, account number`,
  date_from: `
    from, from date, start, start date, begin date, period from, since, txn date from,
    transaction date from, transactions from, period start, starts on, begin`,
  date_to: `
    to, to date, end, end date, period to, until, thru, through, txn date to, transaction date to,
    transactions to, period end, ends on, till`,
  reference_no: `
    ref, ref no, reference, reference no, ticket, ticket no, ticket number, case ref, or no, receipt no,
    case, case no, case number, ticket id, request no, complaint no, receipt number, incident no`,
  case_no: `
    case, case id, case ref, case reference, ticket, case nr, ref, ref no, reference, reference no,
    ticket no, ticket number, ticket id, our ref`,
  result: `
    outcome, resolution, decision, disposition, action taken, status, case status, reply, response,
    result code, action`,
  posted_on: `
    posting date, date posted, posted, post date, credited on, date credited, posted date, date of posting,
    points posted on, credit date, credited`,
  remark: 'remarks, note, notes, comment, comments, explanation, reason, details',
  source_system: `
    source, system, src, src system, channel, origin, sys, source sys, pos system, business line`,
  tender_id: `
    tender, tender code, tender no, tndr, tndr id, media code, tender number, tender nr, media no,
    media number`,
  tender_name: `
    tender desc, tender description, tender type, tndr name, media name, name of tender, media description,
    description, desc`,
  payment_method_code: `
    payment code, pay method, pm code, mop, mode of payment, payment mode, payment method id`,
  bin_from: `
    bin, bin start, bin low, start bin, from bin, low bin, bin range start, bin range from, first bin,
    prefix, iin`,
  bin_to: 'bin end, bin high, end bin, to bin, high bin, bin range end, bin range to, last bin',
  card_scheme: 'scheme, brand, card brand, network, card type, card network, scheme name',
  company_code: `
    company, comp, comp code, co code, company id, company no, entity, bu, bu code, company nr, legal entity`,
  company_name: `
    company, name of company, registered name, entity name, comp name, legal name, name, corporate name`,
  status: 'state, active, is active, row status, record status, stat, enabled, in use, row state',
  effective_from: `
    effectivity, effectivity date, effective date, valid from, start date, active from, from, from date,
    valid since, validity start, validity from, eff date, eff from, effective since, effectivity start,
    start`,
  effective_to: `
    valid to, valid until, expiry, expiry date, end date, active to, effective until, to, to date, till,
    valid till, valid thru, validity end, validity to, eff to, effective till, expires, expires on,
    expiration date, effectivity end, end`,
  terminal_id: `
    terminal, terminal no, terminal number, tid, term id, shell tid, pos id, edc no, till, till no, till id,
    till number, pos terminal, terminal code, terminal nr, edc, pos no`,
  branch_code: `
    branch, branch no, branch id, br code, store, store no, store code, store id, store number, site,
    site code, outlet code, branch number, store nr, shop code, outlet no, outlet id, outlet number,
    site id, site no`,
  branch_name: `
    branch, store name, site name, outlet, outlet name, br name, location name, name, branch description,
    shop name, store description`,
  source_code: `
    src code, source tran code, external code, source trancode, pos code, raw code, pos trx code,
    original trancode, external trancode`,
  tran_code: `
    trancode, trx code, txn code, trans code, transaction, tc, tran type, txn type, transaction type,
    trx type, smac code, smac trancode`,
  group_code: 'group, group id, grp, grp code, company group, group no, group number, parent code',
  group_name: 'grp name, name of group, group desc, group description, parent company, parent',
  tin: 'tax id, tin no, tin number, tax identification number, vat reg tin, taxpayer id, tax no, tax number',
  cutoff_time: 'cutoff, cut off, eod, eod time, closing time, cut off time, day end, end of day',
  contact_email: `
    email, e mail, email address, contact e mail, mail, e mail address, contact mail, email id`,
  contact_phone: `
    phone, phone no, tel, tel no, telephone, mobile, mobile no, contact no, contact number, phone number,
    telephone no, telephone number, mobile number, tel number, cellphone, hotline`,
  establishment_code: `
    establishment, est code, estab code, estab, business type code, establishment id, establishment no,
    establishment type code`,
  establishment_name: 'establishment, est name, estab name, business type, establishment type, name',
  merchant_id: `
    mid, merchant, merchant no, merchant number, merchant code, acquirer mid, acquirer merchant id`,
  region: 'reg, region name',
  province: 'prov, province name, state province',
  city: 'municipality, city municipality, town, city name, mun',
  address: 'addr, street, street address, full address, location, address line 1',
  opened_on: `
    opening date, date opened, open date, opened, start of operations, opening, open, date open,
    opened date, start of operation, inauguration, launch date, go live`,
  closed_on: `
    closing date, date closed, close date, closed, closing, close, date close, closed date, closure,
    closure date, end of operations`,
  category: 'cat, segment, business category, type of business, industry, line of business',
  mcc: 'merchant category, merchant category code, mcc code, sic',
  earn_allowed: 'earn, earning, can earn, with points, earns',
  redeem_allowed: 'redeem, redemption, can redeem, redeemable, redeems',
  earn_rate_pesos_per_point: `
    earn rate, rate, php per point, peso per point, points rate, conversion, pesos per pt, php per pt,
    peso rate`,
  name: 'payment method, payment name, method name, pm name, description, desc, payment method description',
  type: 'payment type, method type, pm type, kind, pay type',
  earns_points: 'earn, earns, earning, with points, points',
  requires_reference: `
    approval code, needs approval code, with approval code, reference required, approval required,
    requires approval code`,
  settlement_days: `
    settlement, settle days, days to settle, settlement period, clearing days, days, settlement in days,
    settles in days`,
  sort_order: 'sort, order, seq, sequence, position, display order, sorting, rank',
  description: 'desc, descr, tran desc, trx description, txn desc, name, details',
  class: 'tran class, txn class, classification, category',
  points_sign: 'sign, dr cr, effect, points effect, plus minus, direction',
  reverses: 'reversal of, reversed code, original code, reverse of, reverses code, reversal',
  processing_code: 'proc code, iso processing code, de 3, proc',
  posts_to_ledger: 'ledger, to ledger, post to ledger, gl',
  requires_reason: 'reason, needs reason, with reason, reason code required',
}

/** Names that stand for another field, or for none, in the files of other categories. */
const OF_CATEGORY: Readonly<Record<string, Synonyms>> = {
  TENDERS: { payment_method_code: 'pay type, payment type, payment, mop code' },
  TERMINALS: { branch_code: 'outlet, shop, location' },
  TRANCODES: { tran_code: 'maps to, mapped to, target code, code' },
}

const listsOf = (synonyms: Synonyms) =>
  new Map(Object.entries(synonyms).map(([field, names]) => [field, names.trim().split(/\s*,\s+/)]))
const LISTS = listsOf(SYNONYMS)
const LISTS_OF_CATEGORY = new Map(
  Object.entries(OF_CATEGORY).map(([category, synonyms]) => [category, listsOf(synonyms)]),
)

function synonymsOf(field: string, { category }: ImportLayout): readonly string[] {
  return [...(LISTS.get(field) ?? []), ...(LISTS_OF_CATEGORY.get(category)?.get(field) ?? [])]
}

/** SHA-256 of the headers in their order. Spaces and case do not count. */
export function fingerprintOf(names: readonly string[]): string {
  const normalized = names.map((name) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase())
  return createHash('sha256').update(JSON.stringify(normalized)).digest('hex')
}

/** `Card No.`, `card_no` and `CardNo` have the same words, `card no`. */
function wordsOf(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/#/g, ' no ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
