import { chromium } from '@playwright/test'
import { recordMeasured } from '../../dev/measured.ts'
import { launchOptions } from '../browser.ts'
import { withServer } from '../server.ts'
import { tableOf, type Weighed, weighAll } from './budget.ts'

/** `npm run budget`: what each screen weighs, and whether that is more than is written down. */
await withServer(async (baseURL) => {
  const browser = await chromium.launch(launchOptions)
  try {
    const weighed = await weighAll(browser, baseURL)
    console.log(tableOf(weighed))
    recordWeights(weighed)
    if (weighed.some(({ isOver }) => isOver)) process.exitCode = 1
  } finally {
    await browser.close()
  }
})

function recordWeights(weighed: readonly Weighed[]): void {
  const over = weighed.filter(({ isOver }) => isOver).map(({ budget }) => budget.name)
  recordMeasured(
    'web.over-budget',
    over.length,
    `of ${weighed.length} screens${over.map((name) => `, ${name}`).join('')}`,
  )
  for (const { budget, found } of weighed) {
    if (budget.name === 'sign-in') {
      recordMeasured('web.sign-in.code', found.codeKb)
      recordMeasured('web.sign-in.requests', found.requests)
    }
    if (budget.name === 'tenders') recordMeasured('web.list.code', found.codeKb)
  }
}
