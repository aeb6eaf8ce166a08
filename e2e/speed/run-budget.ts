import { chromium } from '@playwright/test'
import { launchOptions } from '../browser.ts'
import { withServer } from '../server.ts'
import { tableOf, weighAll } from './budget.ts'

/** `npm run budget`: what each screen weighs, and whether that is more than is written down. */
await withServer(async (baseURL) => {
  const browser = await chromium.launch(launchOptions)
  try {
    const weighed = await weighAll(browser, baseURL)
    console.log(tableOf(weighed))
    if (weighed.some(({ isOver }) => isOver)) process.exitCode = 1
  } finally {
    await browser.close()
  }
})
