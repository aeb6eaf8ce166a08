import { Page } from '../../kit/page.tsx'
import { Panel } from '../../kit/panel.tsx'
import css from './account.module.css'
import { AuthenticatorCard } from './authenticator-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** What concerns only who is signed in. */
export function AccountScreen() {
  return (
    <Page title="Account" crumbs={[]}>
      <div className={css.columns}>
        <div className={css.column}>
          <ProfileCard />
          <PasswordCard />
        </div>
        <div className={css.column}>
          <Panel what="The authenticator">
            <AuthenticatorCard />
          </Panel>
          <Panel what="The sessions">
            <SessionsCard />
          </Panel>
          <Panel what="The preferences">
            <PreferencesCard />
          </Panel>
        </div>
      </div>
    </Page>
  )
}
