import type { LaunchOptions } from '@playwright/test'
import { chromiumPath } from '../dev/test/chromium.ts'

// Looked for once: the workers inherit it.
process.env.CHROMIUM_PATH ||= chromiumPath()

/** How the browser is started: quietly, and without its sandbox for root, whom it refuses otherwise. */
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
