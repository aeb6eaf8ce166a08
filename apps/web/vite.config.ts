import { createRequire } from 'node:module'
import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { type Graph, loadedWith } from './build/chunks.ts'
import { devPages } from './build/dev-pages.ts'
import { withoutShapes } from './build/without-shapes.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const at = (path: string) => join(import.meta.dirname, path)

const PUBLIC = at('src/public/main.tsx')
const APP = at('src/main.tsx')
const withPublic = loadedWith(PUBLIC)
const withApp = loadedWith(APP)
const withRefresh = loadedWith(at('src/session/session-refresh.ts'))

const isOurs = (id: string) => /apps\/web\/src\/(files|kit|ui)\//.test(id)
/** And what is in all the public screens besides: who is signed in needs forms only here and there, and this not at all. */
const isForm = (id: string) =>
  /node_modules\/react-hook-form\/|src\/kit\/(form\/(?!dirty)|layouts\/login|password-rules)|src\/session\/(sign-in-on-demand|messages)|src\/screens\/sign-in\/code-form|contract\/src\/rules\//.test(
    id,
  )

/** Fetched when somebody wants it, and in no chunk with anything else. */
const ON_DEMAND =
  /identity-library|toast-library|kit\/confirm\.tsx|kit\/(authenticator|notifications\/notifications-panel|palette|preferences\/sav|shortcuts)|files\/(palette|upload\/(?!upload\.ts|interrupted|upload-on-demand))|ui\/(checkbox|menu|select|searchable|tabs\.tsx)/

/** What lists have in common, and what only some screens have fields for: the dashboard comes first, and without them. */
const LISTS = /src\/(kit\/columns\/(columns-button|data-table)|ui\/(pager|search-box|filter-select))/
/** For the lists themselves, and for the choice of their columns on the account screen. */
const TABLES = /src\/(kit\/columns\/columns\.|screens\/inquiry\/\w+-table\.)/
const CHOICES = /src\/(kit\/confirm-button|ui\/(column-list|radio-group|native-select-field))/
const ACCOUNT = /src\/screens\/account\/account-security/

type Where = (id: string, graph: Graph) => boolean
const chunk = (name: string, where: Where) => ({
  debugName: name,
  // An entry in a chunk with others would run where only those are wanted.
  name: (id: string, graph: Graph) => (id !== PUBLIC && id !== APP && where(id, graph) ? name : null),
})

/** Few chunks, by when they are needed; the first that claims a module has it, and what the module imports. */
const groups = [
  // Seldom changes.
  chunk('react', (id) => /node_modules\/(react|react-dom|scheduler)\//.test(id)),
  // For the public screens and the signed-in ones. What only the public ones load stays with their entry.
  chunk(
    'ground',
    (id, graph) => withPublic(id, graph) && (withApp(id, graph) || (isOurs(id) && !isForm(id))),
  ),
  chunk('form', (id, graph) => withPublic(id, graph) && isForm(id)),
  // To sign in or restore a session, and then for every signed-in screen.
  chunk('session', (id, graph) => withRefresh(id, graph)),
  chunk(
    'app',
    (id, graph) =>
      withApp(id, graph) ||
      (isOurs(id) && ![LISTS, TABLES, CHOICES, ON_DEMAND].some((later) => later.test(id)) && !isForm(id)),
  ),
  // Ahead of `lists`, which imports it.
  chunk('tables', (id) => TABLES.test(id)),
  chunk('lists', (id) => LISTS.test(id)),
  chunk('choices', (id) => CHOICES.test(id)),
  // Also for setting up an authenticator at sign-in, which needs nothing else of the application.
  chunk('account-messages', (id) => /src\/kit\/authenticator\/messages/.test(id)),
  chunk('account', (id) => ACCOUNT.test(id)),
]

/** The version of the identity library whose constants were verified last (docs/decisions/015-identity-constants.md). */
const VERIFIED_LIBRARY = '6.22.1'
const installedLibrary: string = createRequire(import.meta.url)('aws-amplify/package.json').version
const verifiesLibrary = installedLibrary !== VERIFIED_LIBRARY || Boolean(process.env.FULL)

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
          input: {
            app: at('index.html'),
            public: at('public.html'),
            head: at('src/early-fetch.ts'),
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
    include: ['{src,build}/**/*.test.{ts,tsx}'],
    exclude: verifiesLibrary ? [] : ['src/**/library-constants.test.ts'],
    environment: 'node',
    // Modules are loaded once per worker. That test loads the library into a browser of its own.
    isolate: verifiesLibrary,
  },
}))
