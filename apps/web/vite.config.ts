import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { compress } from './build/compress.ts'

const server = 'http://127.0.0.1:3000'

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
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(['/api', '/idp', '/storage', '/dev'].map((path) => [path, server])),
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
})
