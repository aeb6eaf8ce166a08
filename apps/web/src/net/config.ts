import type { RuntimeConfig } from '@backoffice/contract/runtime-config'

/** Configuration that the server inlines into the page, so that one build runs in every environment. */
function read(): RuntimeConfig {
  const text = document.getElementById('config')?.textContent ?? ''
  try {
    // The server writes it from the same type.
    return JSON.parse(text) as RuntimeConfig
  } catch {
    throw new Error('This page was served without its configuration.')
  }
}

let cached: RuntimeConfig | undefined

/** Read on first use, because during prerendering there is no document. */
export function config(): RuntimeConfig {
  cached ??= read()
  return cached
}
