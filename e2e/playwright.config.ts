import { defineConfig } from '@playwright/test'
import { freePort } from '../dev/ports.ts'
import { launchOptions } from './browser.ts'

// Worked out once; the workers read this file again and inherit it.
if (!process.env.E2E_BASE_URL) {
  process.env.E2E_BASE_URL = `http://127.0.0.1:${await freePort()}`
  process.env.E2E_OWN_SERVER = 'yes'
}

export default defineConfig({
  testDir: 'tests',
  outputDir: '../.data/test-results',
  globalSetup: './global-setup.ts',
  workers: 1,
  // Ceilings for what never comes, not limits on speed: a busy machine of two cores takes thrice as long as an idle one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.E2E_BASE_URL,
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions,
  },
})
