import type { RuntimeConfig } from '@backoffice/contract/runtime-config'

/** The server writes this into the page, so that one build runs anywhere. */
function read(): RuntimeConfig {
  const text = document.getElementById('config')?.textContent ?? ''
  try {
    // Written by our own server from the same type.
    return JSON.parse(text) as RuntimeConfig
  } catch {
    throw new Error('This page was served without its configuration.')
  }
}

let known: RuntimeConfig | undefined

/** Read when first asked for: a screen that is prerendered has no page yet. */
export function config(): RuntimeConfig {
  known ??= read()
  return known
}
