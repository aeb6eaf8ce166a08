import type { Plugin } from 'vite'

const OF_BROWSER = "Intl.NumberFormat(domEnv ? nav.language : 'en-US')"

/**
 * The chart library creates a number format for the browser's language on load, which throws if that is not a BCP 47
 * tag: WebKitGTK reports "c" for the locale C.UTF-8. The charts format their numbers themselves, in English.
 */
export function chartLocalePlugin(): Plugin {
  return {
    name: 'chart-locale-plugin',
    apply: 'build',
    transform: {
      filter: { id: /uPlot\.esm\.js$/ },
      handler(code) {
        if (!code.includes(OF_BROWSER)) this.error('The chart library no longer contains the replaced code.')
        return { code: code.replace(OF_BROWSER, "Intl.NumberFormat('en')"), map: null }
      },
    },
  }
}
