import { useUser } from '../../session/store.ts'
import { Card, EmptyValue, Facts } from '../../ui/card.tsx'
import css from './account.module.css'

/** Read-only profile from the token and the role. */
export function ProfileCard() {
  const { name, email, contact, modules } = useUser()
  return (
    <Card title="Profile">
      <div className={css.body}>
        <Facts
          items={[
            ['Name', name || <EmptyValue key="name" />],
            ['Email', email],
            ['Phone', contact || <EmptyValue key="phone" />],
            ['Modules', modulesInWords(modules)],
          ]}
        />
        <p className={css.words}>
          An access administrator can change your name, phone and modules. The email can’t be changed.
        </p>
      </div>
    </Card>
  )
}

function modulesInWords(modules: readonly string[]): string {
  if (modules.includes('All')) return 'All'
  return modules.length > 0 ? modules.join(', ') : 'None yet'
}
