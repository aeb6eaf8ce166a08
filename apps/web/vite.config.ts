import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { loadedWith } from './build/chunks.ts'
import { devPages } from './build/dev-pages.ts'
import { withoutShapes } from './build/without-shapes.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const at = (path: string) => join(import.meta.dirname, path)

const PUBLIC = at('src/public/main.tsx')
const APP = at('src/main.tsx')
const together = (name: string, ...roots: string[]) => ({
  debugName: name,
  name: loadedWith(roots, [PUBLIC, APP], name),
})

/** Fetched when somebody wants it, and in no other chunk. */
const ON_DEMAND = /identity-library|toast-library|kit\/confirm\.tsx|kit\/upload\/|kit\/palette\/palette\.tsx/

/**
 * Few chunks, by when they are needed: React, which seldom changes; what public and signed-in screens share; forms;
 * what signing in loads; what every signed-in screen loads beside those; what several of them share. What only the
 * public screens load stays with their entry.
 */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  together('ground', PUBLIC, APP),
  { name: 'form', test: /node_modules\/react-hook-form\/|src\/kit\/form\/|contract\/src\/rules\// },
  together('session', at('src/session/session.ts')),
  together('app', APP),
  { name: 'kit', test: (id: string) => !ON_DEMAND.test(id) && /apps\/web\/src\/(kit|ui)\//.test(id) },
]

export default defineConfig(({ isSsrBuild }) => ({
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
    devPages(),
    withoutShapes(),
  ],
  build: {
    target: 'es2023',
    // light-dark() is silently rewritten into something that ignores data-theme below these.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    // All styles are a few KB together: one request is quicker than the right ten.
    cssCodeSplit: false,
    manifest: !isSsrBuild,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: { app: at('index.html'), public: at('public.html') },
          output: { codeSplitting: { groups } },
        },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(['/api', '/idp', '/storage', '/dev'].map((path) => [path, server])),
  },
  test: { include: ['{src,build}/**/*.test.{ts,tsx}'], environment: 'node' },
}))
