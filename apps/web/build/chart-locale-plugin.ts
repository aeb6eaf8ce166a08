import type { Plugin } from 'vite'

const OF_BROWSER = "Intl.NumberFormat(domEnv ? nav.language : 'en-US')"

/**
 * As it loads, the chart library makes a number format of the browser's language, which throws for a language that is
 * no BCP 47 tag: WebKitGTK says "c" where the locale is C.UTF-8. The charts write their numbers themselves, in English.
 */
export function chartLocalePlugin(): Plugin {
  return {
    name: 'chart-locale-plugin',
    apply: 'build',
    transform: {
      filter: { id: /uPlot\.esm\.js$/ },
      handler(code) {
        if (!code.includes(OF_BROWSER)) this.error('The chart library no longer has what is replaced here.')
        return { code: code.replace(OF_BROWSER, "Intl.NumberFormat('en')"), map: null }
      },
    },
  }
}
