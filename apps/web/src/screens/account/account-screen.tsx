import type { TableDefinition } from '../../kit/columns/columns.ts'
import { ErrorBoundary } from '../../kit/error-boundary.tsx'
import { Page } from '../../kit/page.tsx'
import css from './account.module.css'
import { AuthenticatorCard } from './authenticator-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** The user's own account. `tables`: those whose columns can be chosen. */
export function AccountScreen({ tables }: { tables: readonly TableDefinition[] }) {
  return (
    <Page title="Account" crumbs={[]}>
      <div className={css.columns}>
        <div className={css.column}>
          <ProfileCard />
          <PasswordCard />
        </div>
        <div className={css.column}>
          <ErrorBoundary what="The authenticator">
            <AuthenticatorCard />
          </ErrorBoundary>
          <ErrorBoundary what="The sessions">
            <SessionsCard />
          </ErrorBoundary>
          <ErrorBoundary what="The preferences">
            <PreferencesCard tables={tables} />
          </ErrorBoundary>
        </div>
      </div>
    </Page>
  )
}
