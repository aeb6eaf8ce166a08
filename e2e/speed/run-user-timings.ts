import { chromium } from '@playwright/test'
import { recordMeasured } from '../../dev/measured.ts'
import type { MeasuredRow } from '../../dev/report/targets.ts'
import { launchOptions } from '../browser.ts'
import { sessionOf } from '../pictures/arrange.ts'
import { withServer } from '../server.ts'
import {
  type Felt,
  feltDashboard,
  feltList,
  feltSelect,
  feltSignIn,
  heapAfter,
  median,
  UNITS,
} from './user-timings.ts'

/** `npm run bench:web`: what a member of staff feels, on a slow line and a slow machine. Medians; never a failure. */
const ROUNDS = 5

const ROWS: Readonly<Record<string, MeasuredRow>> = {
  'sign-in, on screen': 'web.sign-in.painted',
  'sign-in, usable': 'web.sign-in.usable',
  'list: first paint': 'web.list.painted',
  'list: rows on screen': 'web.list.rows',
  'list: long tasks': 'web.list.long-tasks',
  'list: layout shift': 'web.list.layout-shift',
  'list: key → paint, median': 'web.key.median',
  'list: key → paint, most': 'web.key.most',
  'screen → screen, first': 'web.screen.first',
  'screen → screen, later': 'web.screen.later',
  'list: warm reload, rows': 'web.reload.rows',
  'select of 10,000: key → paint, median': 'web.select.key',
}

await withServer(async (baseURL) => {
  const browser = await chromium.launch(launchOptions)
  try {
    const state = await sessionOf(browser, baseURL, 'lookup')
    const rounds: Felt[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        ...(await feltSignIn(browser, baseURL)),
        ...(await feltDashboard(browser, baseURL, state)),
        ...(await feltList(browser, baseURL, state)),
        ...(await feltSelect(browser, baseURL)),
      })
    for (const name of Object.keys(rounds[0] ?? {})) {
      const value = median(rounds.map((felt) => felt[name] ?? Number.NaN))
      const row = ROWS[name]
      if (row) recordMeasured(row, value, `median of ${ROUNDS}`)
      const unit = UNITS[name] ?? 'ms'
      const text = unit === '' ? value.toFixed(3).padStart(6) : `${value.toFixed(0).padStart(6)} ${unit}`
      console.log(`${name.padEnd(40)}${text}`)
    }
    const heaps: number[] = []
    for (const times of [30, 60]) {
      const heap = await heapAfter(browser, baseURL, state, times)
      heaps.push(heap)
      console.log(`${`heap after ${times} navigations`.padEnd(40)}${heap.toFixed(1).padStart(6)} MB`)
    }
    const [early = Number.NaN, late = Number.NaN] = heaps
    recordMeasured('web.heap', early)
    recordMeasured('web.heap.growth', late / early, `${late.toFixed(1)} : ${early.toFixed(1)} MB`)
  } finally {
    await browser.close()
  }
})
