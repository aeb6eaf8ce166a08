import { defineConfig } from '@playwright/test'
import { freePort } from '../dev/ports.ts'
import { launchOptions } from './browser.ts'

// Set once, because the workers inherit it.
if (!process.env.E2E_BASE_URL) {
  process.env.E2E_BASE_URL = `http://127.0.0.1:${await freePort()}`
  process.env.E2E_OWN_SERVER = 'yes'
}

export default defineConfig({
  testDir: 'tests',
  outputDir: '../.data/test-results',
  globalSetup: './global-setup.ts',
  // Each worker has its own accounts, which only the tests' own server has.
  workers: process.env.E2E_OWN_SERVER ? 2 : 1,
  // Generous timeouts, because a busy machine with two cores takes three times as long as an idle one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.E2E_BASE_URL,
    viewport: { width: 1280, height: 800 },
    // Recording a trace doubles the time of a test.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions,
    // Animations slow the tests down. Tests of motion turn them on.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
