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
  // Each worker has accounts of its own, which only a server of these tests is given.
  workers: process.env.E2E_OWN_SERVER ? 2 : 1,
  // Ceilings for what never comes, not limits on speed: a busy machine of two cores takes thrice as long as an idle one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.E2E_BASE_URL,
    viewport: { width: 1280, height: 800 },
    // Recording a trace takes as long as the test: `E2E_TRACE=1` for the one that fails.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions,
    // A frame of an animation costs as much as one of the work. Tests of motion turn it on.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
