import { chromium } from '@playwright/test'
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
      const unit = UNITS[name] ?? 'ms'
      const text = unit === '' ? value.toFixed(3).padStart(6) : `${value.toFixed(0).padStart(6)} ${unit}`
      console.log(`${name.padEnd(40)}${text}`)
    }
    for (const times of [30, 60])
      console.log(
        `${`heap after ${times} navigations`.padEnd(40)}${(await heapAfter(browser, baseURL, state, times)).toFixed(1).padStart(6)} MB`,
      )
  } finally {
    await browser.close()
  }
})
