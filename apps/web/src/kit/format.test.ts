import { expect, test } from 'vitest'
import { formatNumber } from '../ui/format-number.ts'
import { duration, plural, size, timeLeft } from './format/format-number.ts'
import {
  day,
  dayAfter,
  formatDateTime,
  formatDayAndTime,
  formatExactTime,
  formatTime,
  today,
  whenInSentence,
} from './format/format-time.ts'

test('numbers and sizes', () => {
  const values = [0, 7, 999, 1_000, 12_345, 999_999, 1_234_567, -1_000, 5_000_000_000]
  expect(values.map(formatNumber)).toEqual(values.map((value) => value.toLocaleString('en')))
  expect([plural(1, 'row'), plural(0, 'row'), plural(1200, 'row')]).toEqual(['1 row', '0 rows', '1,200 rows'])
  expect([size(0), size(1023), size(43_201_122), size(104_857_600)]).toEqual([
    '0 B',
    '1023 B',
    '41.2 MB',
    '100 MB',
  ])
})

test('durations get coarser as they get longer', () => {
  expect([0, 3.52, 48.2, 252, 5_400, 260_000].map(duration)).toEqual([
    'under 0.1 s',
    '3.5 s',
    '48 s',
    '4 min 12 s',
    '1 h 30 min',
    '3 days',
  ])
  expect([0.4, 1.2, 61].map(timeLeft)).toEqual(['a moment left', 'about 2 s left', 'about 2 min left'])
})

test('times are in Manila time', () => {
  const at = '2026-11-19T23:30:05Z'
  expect([day(at), formatTime(at), formatExactTime(at)]).toEqual([
    '20 Nov 2026',
    '07:30',
    '20 Nov 2026, 07:30:05',
  ])
  expect(formatDateTime(at, new Date('2026-11-20T10:00:00Z'))).toBe('07:30')
  expect(formatDateTime(at, new Date('2026-11-20T16:30:00Z'))).toBe('20 Nov, 07:30')
  expect(formatDateTime(at, new Date('2026-12-31T16:30:00Z'))).toBe('20 Nov 2026, 07:30')
  expect(whenInSentence(at, new Date('2026-11-20T10:00:00Z'))).toBe('at 07:30')
  expect(formatDayAndTime(at, new Date('2026-11-20T10:00:00Z'))).toBe('Today, 07:30')
  expect(formatDayAndTime(at, new Date('2026-11-20T16:30:00Z'))).toBe('20 Nov, 07:30')
  expect(whenInSentence(at, new Date('2026-11-20T16:30:00Z'))).toBe('on 20 Nov, 07:30')
  expect(today(new Date(at))).toBe('2026-11-20')
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
})

test('times match the time zone database at every hour of many years', () => {
  const parts = new Intl.DateTimeFormat('sv', {
    timeZone: 'Asia/Manila',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const months = new Set<string>()
  for (let at = Date.UTC(1991, 0); at < Date.UTC(2040, 0); at += 37 * 3_599_000) {
    const iso = new Date(at).toISOString()
    const [isoDay = '', seconds = ''] = parts.format(at).split(' ')
    expect(today(new Date(at))).toBe(isoDay)
    const [year, month, date] = isoDay.split('-')
    const [shownDate, shownMonth = '', shownYear] = day(iso).split(' ')
    expect([shownDate, shownYear]).toEqual([String(Number(date)), year])
    months.add(`${month} ${shownMonth}`)
    expect(formatExactTime(iso)).toBe(`${day(iso)}, ${seconds}`)
  }
  expect([...months].toSorted().join(' ')).toBe(
    '01 Jan 02 Feb 03 Mar 04 Apr 05 May 06 Jun 07 Jul 08 Aug 09 Sep 10 Oct 11 Nov 12 Dec',
  )
})
