import { createRequire } from 'node:module'
import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { chartLocalePlugin } from './build/chart-locale-plugin.ts'
import { chunkGroups } from './build/chunks.ts'
import { devPages } from './build/dev-pages.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const at = (path: string) => join(import.meta.dirname, path)

const groups = chunkGroups({
  publicEntry: at('src/public/main.tsx'),
  appEntry: at('src/main.tsx'),
  session: at('src/session/session-refresh.ts'),
  form: at('src/kit/form/use-rule-form.ts'),
  homes: [at('src/routes/_app/operational_dashboard.tsx'), at('src/routes/_app/smac_inquiry.tsx')],
})

/** The version of the identity library whose constants were verified last (docs/decisions/015-constants-of-the-identity-library.md). */
const VERIFIED_LIBRARY = '6.22.1'
const installedLibrary: string = createRequire(import.meta.url)('aws-amplify/package.json').version
const verifiesLibrary = installedLibrary !== VERIFIED_LIBRARY || Boolean(process.env.FULL)

/**
 * Has V8 compile the functions of a chunk with its download, instead of each at its first call. Only of code that runs
 * with a page, not of what is imported on demand. V8 reads the comment at the top of a file only.
 */
const compileHint: Plugin = {
  name: 'compile-hint',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const isOnDemand = chunk.isDynamicEntry && !chunk.facadeModuleId?.includes('?tsr-split=')
        if (!isOnDemand) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      }
    },
  },
}

export default defineConfig(({ isSsrBuild }) => ({
  // The library's own version for a React that has what the other one makes up for.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      quoteStyle: 'single',
      codeSplittingOptions: {
        // All of a screen in one chunk, which its page preloads: no route waits for a second one for its reads or an error.
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
    }),
    react(),
    devPages(),
    chartLocalePlugin(),
    compileHint,
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
          input: {
            app: at('index.html'),
            public: at('public.html'),
            head: at('src/early-theme.ts'),
            body: at('src/early.ts'),
            'public-head': at('src/public/early-submit.ts'),
          },
          output: { codeSplitting: { groups } },
        },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(['/api', '/idp', '/storage', '/dev'].map((path) => [path, server])),
  },
  test: {
    // For what never comes: a busy machine takes ten times as long as an idle one.
    testTimeout: 120_000,
    // Modules are loaded once per worker. That test loads the library into a browser of its own.
    isolate: verifiesLibrary,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{src,build}/**/*.test.ts'],
          exclude: verifiesLibrary ? [] : ['src/**/library-constants.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['src/dom-tests/setup.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
}))
