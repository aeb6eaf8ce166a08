import { LoginCard } from '../../features/sign-in/login-layout.tsx'
import { PageHead } from '../../kit/shell/page-head.tsx'
import { SidebarGroups, sidebarLink } from '../../kit/shell/sidebar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TabLinks, tabLink } from '../../ui/tab-links.tsx'
import { Example } from '../example.tsx'
import css from './samples.module.css'

export const title = 'Layouts'

const LOOKUP = ['Tenders', 'Shell TID', 'Trancodes', 'Company Group']
const USERS = ['Users', 'Roles', 'Policies']

/** Links without a target; the first is the current page. */
const links = (names: readonly string[], look: { className: string | undefined }) =>
  names.map((name, index) => (
    <a key={name} href="#layouts" {...look} aria-current={index === 0 ? 'page' : undefined}>
      {name}
    </a>
  ))

export function Section() {
  return (
    <>
      <Example title="Default: the sidebar" note="Groups of screens that the user may open.">
        <div className={css.sidebar}>
          <SidebarGroups
            label="Sample sidebar"
            groups={[
              {
                label: 'Lookup',
                items: links(LOOKUP, sidebarLink).map((link) => <li key={link.key}>{link}</li>),
              },
            ]}
          />
        </div>
      </Example>
      <Example title="Default: the head of a screen">
        <PageHead
          heading={<h3>branch-0417-november.csv</h3>}
          badge={<Badge tone="info">Processing</Badge>}
          actions={
            <>
              <Button variant="danger">Cancel</Button>
              <Button variant="primary">Download result</Button>
            </>
          }
        />
      </Example>
      <Example title="Lookup: tabs over the tables">
        <PageHead heading={<h3>Tenders</h3>} actions={<Button variant="primary">Create tender</Button>} />
        <TabLinks label="Lookup tables">{links(LOOKUP, tabLink)}</TabLinks>
      </Example>
      <Example title="Users: tabs over users, roles and policies">
        <PageHead heading={<h3>Users</h3>} actions={<Button variant="primary">Create user</Button>} />
        <TabLinks label="Access">{links(USERS, tabLink)}</TabLinks>
      </Example>
      <Example title="Login: a card and nothing around it">
        <div className={css.login}>
          <LoginCard>
            <h3>Sign in</h3>
            <p>Use your staff account.</p>
          </LoginCard>
        </div>
      </Example>
    </>
  )
}
