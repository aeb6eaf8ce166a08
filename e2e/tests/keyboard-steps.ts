import type { Page } from '@playwright/test'
import { recordMeasured } from '../../dev/measured.ts'
import { expect } from './test.ts'

/** Ordinary speed: the time to look and press a key, and the additional time per typed character. */
const SECONDS_PER_STEP = 1.2
const SECONDS_PER_CHARACTER = 0.25
const MOST_SECONDS = 120

/** Acts as a person at the keyboard. Each key, and each text typed into a field, is a step. */
export function keyboardOf(page: Page) {
  let steps = 0
  let characters = 0
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      steps += 1
      await page.keyboard.press(key)
    }
  }
  return {
    press,
    type: async (text: string) => {
      steps += 1
      characters += text.length
      await page.keyboard.type(text)
    },
    /** Tabs to the element. */
    tabTo: async (element: ReturnType<Page['getByRole']>) => {
      await element.waitFor()
      for (let at = 0; at < 40; at += 1) {
        if (await element.evaluate((node) => node === document.activeElement)) return
        await press('Tab')
      }
      throw new Error('The keyboard does not reach it')
    },
    /** Expects at most this many steps, and that a person takes them in less than two minutes. */
    finish: (row: 'users.onboarding' | 'users.off-boarding' | 'import.foreign', mostSteps: number) => {
      const seconds = steps * SECONDS_PER_STEP + characters * SECONDS_PER_CHARACTER
      recordMeasured(row, Math.round(seconds), `${steps} steps and ${characters} characters`)
      expect(steps).toBeLessThanOrEqual(mostSteps)
      expect(seconds).toBeLessThan(MOST_SECONDS)
    },
  }
}
