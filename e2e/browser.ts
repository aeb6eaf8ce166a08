import type { LaunchOptions } from '@playwright/test'
import { chromiumPath } from '../dev/test/browsers.ts'

// Set once, because the workers inherit it.
process.env.CHROMIUM_PATH ||= chromiumPath()

/** Quiet, and without the sandbox for root, which Chromium otherwise refuses. */
export const launchOptions: LaunchOptions = {
  executablePath: process.env.CHROMIUM_PATH,
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
