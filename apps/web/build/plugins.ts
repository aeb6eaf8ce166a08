import { screenAt } from '@backoffice/contract/screens'
import type { Plugin } from 'vite'

/** The development server neither prerenders pages nor fills in their configuration, so this plugin does. */
export function devPages(): Plugin {
  return {
    name: 'dev-pages',
    apply: 'serve',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        const path = (request.url ?? '').replace(/\?.*/, '')
        if (screenAt(path)?.layout === 'login') request.url = '/public.html'
        next()
      })
    },
    transformIndexHtml: (html) => html.replace('__RUNTIME_CONFIG__', CONFIG).replace('__PAYLOAD__', PAYLOAD),
  }
}

const CONFIG = JSON.stringify({
  userApi: '/api/user',
  operationsApi: '/api/operations',
  buildCheckMs: 3_600_000,
  lockAfterMs: 900_000,
  identity: {
    userPoolId: 'ap-southeast-1_embedded1',
    userPoolClientId: 'embeddedclient00000000001',
    endpoint: '/idp/',
  },
})

const PAYLOAD = JSON.stringify({ build: 'development', builtAt: new Date().toISOString(), ahead: [] })

const OF_BROWSER = "Intl.NumberFormat(domEnv ? nav.language : 'en-US')"

/**
 * The chart library creates a number format for the browser's language on load, which throws if that is not a BCP 47
 * tag. WebKitGTK reports "c" for the locale C.UTF-8. The charts format their numbers themselves, in English.
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
