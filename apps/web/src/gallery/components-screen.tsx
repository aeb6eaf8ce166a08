import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Payload } from '../boot/payload.ts'
import { LoginLayout } from '../features/sign-in/login-layout.tsx'
import { ThemeSwitch } from '../kit/shell/theme-switch.tsx'
import { queryClient } from '../net/query-client.ts'
import css from './components.module.css'
import { ExampleCode } from './example.tsx'
import { sections } from './sections.ts'

/** Every component in every state, with its source. */
export function ComponentsScreen({ payload }: { payload: Payload }) {
  return (
    <Surroundings>
      <title>Components · Backoffice</title>
      <LoginLayout wide={{ aside: <ThemeSwitch /> }}>
        <div className={css.screen}>
          <nav className={css.contents} aria-label="Sections">
            <ol>
              {sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ol>
          </nav>
          <div className={css.sections}>
            <h1 tabIndex={-1}>Components</h1>
            {sections.map(({ id, title, Section }) => (
              <ExampleCode key={id} value={payload.examples?.[id] ?? {}}>
                <section className={css.section} aria-labelledby={id}>
                  <h2 id={id}>{title}</h2>
                  <Section />
                </section>
              </ExampleCode>
            ))}
          </div>
        </div>
      </LoginLayout>
    </Surroundings>
  )
}

/** Router for links in the examples; they lead nowhere. */
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

export function Surroundings({ children }: { children: ReactNode }) {
  return (
    // The registered router type is that of the application's route tree.
    <RouterContextProvider router={router as never}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </RouterContextProvider>
  )
}
