import { ErrorBoundary } from '../../kit/feedback/error-boundary.tsx'
import type { ListColumns } from '../../kit/list/columns.ts'
import { Page } from '../../kit/shell/page.tsx'
import css from './account.module.css'
import { AuthenticatorCard } from './authenticator-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TemporaryCard } from './temporary-card.tsx'

/** The user's own account. `lists`: lists with configurable columns. */
export function AccountScreen({ lists }: { lists: readonly ListColumns[] }) {
  return (
    <Page title="Account" crumbs={[]}>
      <div className={css.columns}>
        <div className={css.column}>
          <ProfileCard />
          <PasswordCard />
          <TemporaryCard />
        </div>
        <div className={css.column}>
          <ErrorBoundary what="The authenticator">
            <AuthenticatorCard />
          </ErrorBoundary>
          <ErrorBoundary what="The sessions">
            <SessionsCard />
          </ErrorBoundary>
          <ErrorBoundary what="The preferences">
            <PreferencesCard lists={lists} />
          </ErrorBoundary>
        </div>
      </div>
    </Page>
  )
}
