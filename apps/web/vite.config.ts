import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { compress } from './build/compress.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

/** The dev server has nobody to fill in the page's configuration, so it does so itself. */
const devConfig: Plugin = {
  name: 'dev-config',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replace(
      '__RUNTIME_CONFIG__',
      JSON.stringify({
        userApi: '/api/user',
        operationsApi: '/api/operations',
        identity: {
          userPoolId: 'ap-southeast-1_embedded1',
          userPoolClientId: 'embeddedclient00000000001',
          endpoint: '/idp/',
        },
      }),
    ),
}

/**
 * Few chunks, by when they are needed: `base` by every page, `form` by those with one, `kit` by signed-in
 * screens. What is fetched on demand (identity library, dialogs, toasts) is in none of them.
 */
const onDemand = /identity-library|toast-library|kit\/confirm\.tsx|kit\/upload\//
const groups = [
  {
    name: 'base',
    test: (id: string) =>
      !onDemand.test(id) &&
      (/node_modules\/(react|react-dom|scheduler|@tanstack|zustand|use-sync-external-store|ofetch|ufo|destr|zod)\//.test(
        id,
      ) ||
        /packages\/contract|src\/(api|session|config)|src\/ui\/(button|icon|card|notice)\.|src\/kit\/(page|menu|theme|brand|demand|problem)/.test(
          id,
        )),
  },
  { name: 'form', test: /react-hook-form|src\/ui\/field\./ },
  { name: 'kit', test: (id: string) => !onDemand.test(id) && /apps\/web\/src\/(kit|ui)\//.test(id) },
]

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      codeSplittingOptions: {
        // All of a screen in one chunk: a route never waits for a second one to show an error.
        defaultBehavior: [['component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
    }),
    react(),
    devConfig,
    compress(),
  ],
  build: {
    target: 'es2023',
    // light-dark() is silently rewritten into something that ignores data-theme below these.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    // All styles are 7 KB together: one request is quicker than the right ten.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(['/api', '/idp', '/storage', '/dev'].map((path) => [path, server])),
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
})
