import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { chunkGroups } from './build/chunks.ts'
import { chartLocalePlugin, devPages } from './build/plugins.ts'
import { ROUTE_FILES, routes } from './src/app/routes.ts'

const server = `http://127.0.0.1:${process.env.PORT || 3000}`
const at = (path: string) => join(import.meta.dirname, path)

const ROUTE_PATHS = new Map([...ROUTE_FILES].map(([path, file]) => [at(`src/${file}`), path]))

const groups = chunkGroups({
  publicEntry: at('src/boot/public/main.tsx'),
  appEntry: at('src/app/main.tsx'),
  session: at('src/session/session-refresh.ts'),
  rules: at('../../packages/contract/src/rules/check.ts'),
  pathOf: (file) => ROUTE_PATHS.get(file),
  homes: ['/operational_dashboard', '/smac_inquiry'],
})

/** Last verified version of the identity library (docs/decisions/015-constants-of-the-identity-library.md). */
const VERIFIED_LIBRARY = '6.22.1'
const installedLibrary: string = createRequire(import.meta.url)('aws-amplify/package.json').version
const verifiesLibrary = installedLibrary !== VERIFIED_LIBRARY || Boolean(process.env.FULL)

/**
 * Makes V8 compile the functions of a chunk during its download instead of at their first call. Only for chunks that
 * run with a page, not for those imported on demand. V8 reads the comment only at the top of a file.
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

/** Class of a CSS module, named by its file: the default also hashes content and line, so that scripts change with it. */
function className(name: string, file: string): string {
  const path = relative(import.meta.dirname, file)
  return `_${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 5)}`
}

export default defineConfig(({ isSsrBuild, mode }) => ({
  // The library's version without a polyfill for old versions of React.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './src',
      generatedRouteTree: './src/app/routeTree.gen.ts',
      virtualRouteConfig: routes,
      // Tests render the component of a route at once.
      autoCodeSplitting: mode !== 'test',
      quoteStyle: 'single',
      codeSplittingOptions: {
        // One chunk per screen, which its page preloads: no route waits for a second chunk for its reads or an error.
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
    }),
    react(),
    devPages(),
    chartLocalePlugin(),
    compileHint,
  ],
  css: { modules: { generateScopedName: className } },
  build: {
    target: 'es2023',
    // For older targets light-dark() is rewritten into code that ignores data-theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    // All styles are a few KB: one request is faster than ten.
    cssCodeSplit: false,
    manifest: !isSsrBuild,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: {
            app: at('index.html'),
            public: at('public.html'),
            'page-start': at('src/boot/page-start.ts'),
            'public-head': at('src/boot/public/submit-replay.ts'),
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
    // High, because a busy machine takes ten times as long as an idle one.
    testTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          // Modules are loaded once per worker, except for the test that loads the library into its own browser.
          isolate: verifiesLibrary,
          include: ['{src,build}/**/*.test.ts'],
          exclude: verifiesLibrary ? [] : ['src/**/library-constants.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          // On a shared document, a file that leaves its address left the next one without an origin.
          isolate: true,
          include: ['src/**/*.test.tsx'],
          environment: 'happy-dom',
          // Stylesheets are not fetched but count as loaded.
          environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
          setupFiles: ['src/testing/setup.ts'],
          // Addresses of stylesheets are kept; vitest empties other styles.
          css: { include: /\?url$/, modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
}))
