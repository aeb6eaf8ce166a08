import { chromium } from 'playwright-core'
import { launchOptions } from '../../e2e/browser.ts'
import { withServer } from '../../e2e/server.ts'
import { sessionOf } from '../../e2e/tests/demo-users.ts'
import { type Figure, publish } from '../figures.ts'
import { median } from '../measure.ts'
import { isMeasuredRow } from '../targets.ts'
import { heapAfter, type Timings, timeList, timeSelect, timeSignIn } from './user-timings.ts'

/** `npm run bench:web`: median waiting times of a user on a slow line and a slow machine. Never fails. */
const ROUNDS = 5

await withServer(async (baseURL) => {
  const browser = await chromium.launch(launchOptions)
  try {
    const session = await sessionOf(browser, baseURL, 'lookup')
    const rounds: Timings[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        ...(await timeSignIn(browser, baseURL)),
        ...(await timeList(browser, baseURL, session)),
        ...(await timeSelect(browser, baseURL)),
      })
    const early = await heapAfter(browser, baseURL, session, 30)
    const late = await heapAfter(browser, baseURL, session, 60)
    publish([
      ...Object.keys(rounds[0] ?? {}).map((name) => figureOf(name, rounds)),
      { row: 'web.heap', value: early, note: '' },
      { row: 'web.heap.growth', value: late / early, note: `${late.toFixed(1)} : ${early.toFixed(1)} MB` },
    ])
  } finally {
    await browser.close()
  }
})

function figureOf(name: string, rounds: readonly Timings[]): Figure {
  const value = median(rounds.map((timings) => timings[name] ?? Number.NaN))
  return isMeasuredRow(name)
    ? { row: name, value, note: `median of ${ROUNDS}` }
    : { what: name, shown: value.toFixed(value < 1 ? 3 : 0) }
}
