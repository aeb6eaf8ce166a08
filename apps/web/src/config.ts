import type { RuntimeConfig } from '@backoffice/contract/runtime-config'

/** Inlined into the page by the server, so that one build runs in every environment. */
function read(): RuntimeConfig {
  const text = document.getElementById('config')?.textContent ?? ''
  try {
    // Written by our own server from the same type.
    return JSON.parse(text) as RuntimeConfig
  } catch {
    throw new Error('This page was served without its configuration.')
  }
}

let cached: RuntimeConfig | undefined

/** Read on first use: during prerendering there is no document. */
export function config(): RuntimeConfig {
  cached ??= read()
  return cached
}
