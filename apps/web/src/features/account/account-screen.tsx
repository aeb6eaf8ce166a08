import { PAGE_SIZES } from '@backoffice/contract/list'
import { THEMES } from '@backoffice/contract/preferences'
import { useQuery } from '@tanstack/react-query'
import { ErrorBoundary, ErrorNotice, useLastingError } from '../../kit/feedback/error-notice.tsx'
import { arranged, type ListColumns, storeColumns, useStoredColumns } from '../../kit/list/columns.ts'
import { ColumnsPanel } from '../../kit/list/columns-panel.tsx'
import { inSentence } from '../../kit/list/condition-words.ts'
import { choicesOf, choose, saveAgain, usePreferences } from '../../kit/preferences/preferences.ts'
import { Page } from '../../kit/shell/page.tsx'
import { useUser } from '../../session/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, EmptyValue, Facts } from '../../ui/card.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { NativeSelectField } from '../../ui/native-select-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './account.module.css'
import { authenticatorQuery } from './account-security.ts'
import preferencesCardCss from './preferences-card.module.css'
import { Authenticator, PasswordCard } from './security-cards.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TemporaryCard } from './temporary-card.tsx'

/** The user's own account. `lists` have configurable columns. */
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

/** Read-only profile from the token and the role. */
function ProfileCard() {
  const { name, email, contact, modules } = useUser()
  return (
    <Card title="Profile">
      <div className={css.body}>
        <Facts
          items={[
            ['Name', name || <EmptyValue key="name" />],
            ['Email', email],
            ['Phone', contact || <EmptyValue key="phone" />],
            ['Modules', describeModules(modules)],
          ]}
        />
        <p className={css.words}>
          An access administrator can change your name, phone and modules. The email can’t be changed.
        </p>
      </div>
    </Card>
  )
}

function describeModules(modules: readonly string[]): string {
  if (modules.includes('All')) return 'All'
  return modules.length > 0 ? modules.join(', ') : 'None yet'
}

/** Card for the second factor. */
export function AuthenticatorCard() {
  const { data: isOn, error, isFetching, refetch } = useQuery(authenticatorQuery)
  const trouble = useLastingError({ error, data: isOn })
  return (
    <Card
      title="Authenticator"
      aside={isOn !== undefined && <Badge tone={isOn ? 'ok' : 'quiet'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      {isOn !== undefined ? (
        <Authenticator isOn={isOn} />
      ) : trouble ? (
        <ErrorNotice
          what="The authenticator"
          error={trouble}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={css.body}>
          <Skeleton width="90%" height={20} />
          <Skeleton width="70%" height={20} />
          <Skeleton width={160} height={32} />
        </div>
      )}
    </Card>
  )
}

const THEME_OPTIONS = THEMES.map((value) => ({
  value,
  label: { system: 'System', light: 'Light', dark: 'Dark' }[value],
}))

/** Preferences, applied immediately. */
function PreferencesCard({ lists }: { lists: readonly ListColumns[] }) {
  const state = usePreferences()
  const { saving } = state
  const { theme, page_size } = choicesOf(state)
  return (
    <Card title="Preferences" aside={<span role="status">{saving === 'done' && 'Saved'}</span>}>
      <div className={preferencesCardCss.body}>
        {typeof saving === 'object' && (
          <Notice
            tone="bad"
            title="Your last choice is not saved."
            action={<Button onClick={saveAgain}>Try again</Button>}
          >
            It applies until you close this page. {saving.failed}
          </Notice>
        )}
        <RadioGroup
          label="Theme"
          name="preferred-theme"
          options={THEME_OPTIONS}
          value={theme}
          hint="System follows the setting of this computer."
          onChange={({ target: { value } }) => {
            const chosen = THEMES.find((theme) => theme === value)
            if (chosen) choose({ theme: chosen })
          }}
        />
        <div className={preferencesCardCss.size}>
          <NativeSelectField
            label="Rows per page"
            hint="Default number of rows in every list."
            value={page_size}
            onChange={({ target: { value } }) => {
              const chosen = PAGE_SIZES.find((size) => String(size) === value)
              if (chosen) choose({ page_size: chosen })
            }}
          >
            {PAGE_SIZES.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </NativeSelectField>
        </div>
        <div className={preferencesCardCss.lists}>
          {lists.map((list) => (
            <Columns key={list.declaration.name} list={list} />
          ))}
        </div>
      </div>
    </Card>
  )
}

function Columns({ list }: { list: ListColumns }) {
  const { name, title } = list.declaration
  const stored = useStoredColumns(name)
  const choice = stored ?? arranged(list.columns, undefined).map(({ field }) => ({ id: field }))
  return (
    <ColumnsPanel
      list={list}
      label={`Columns of ${inSentence(title)}`}
      choice={choice}
      onChange={(chosen) => storeColumns(list, chosen)}
    />
  )
}
