import { RESOURCES, resourceOf } from '@backoffice/contract/access'
import { Link, useRouter } from '@tanstack/react-router'
import { Failure, wordsOf } from '../api/failure.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Forbidden } from './demand.ts'
import { Page } from './page.tsx'
import css from './problem-views.module.css'

function Home() {
  return (
    <Link to="/operational_dashboard" {...buttonLook('primary')}>
      Go to the dashboard
    </Link>
  )
}

export function NotFound() {
  const { pathname, search, hash } = window.location
  return (
    <Page title="Page Not Found" crumbs={[]}>
      <Card>
        <div className={css.problem}>
          <p className={css.code}>404</p>
          <p className={css.words}>
            Page not found: {pathname}
            {search}
            {hash}
          </p>
          <p>The address may be mistyped, or the page was moved.</p>
          <Home />
        </div>
      </Card>
    </Page>
  )
}

function missingWords(missing: Forbidden['missing']): string {
  if ('module' in missing) return `Your role does not include the module “${missing.module}”.`
  const { label } = RESOURCES[resourceOf(missing.permission)]
  const action = missing.permission.slice(missing.permission.indexOf(':') + 1)
  return `Your role does not include “${missing.permission}” (${label}: ${action}).`
}

function NoAccess({ missing }: { missing: Forbidden['missing'] }) {
  return (
    <Page title="No access" crumbs={[]}>
      <Card>
        <div className={css.problem}>
          <p className={css.code}>403</p>
          <p className={css.words}>{missingWords(missing)}</p>
          <p>Ask an access administrator to add it to your role if your work needs it.</p>
          <Home />
        </div>
      </Card>
    </Page>
  )
}

/** Whatever stopped a screen, in the place of the screen. */
export function ProblemView({ error }: { error: unknown }) {
  const router = useRouter()
  if (error instanceof Forbidden) return <NoAccess missing={error.missing} />
  const request = error instanceof Failure ? error.requestId : undefined
  return (
    <Page title="Internal Server Error" crumbs={[]}>
      <Card>
        <div className={css.problem} role="alert">
          <p className={css.code}>{error instanceof Failure && error.status >= 400 ? error.status : 500}</p>
          <p className={css.words}>{wordsOf(error)}</p>
          {request && <p>Request {request}</p>}
          <Button look="primary" onClick={() => router.invalidate()}>
            Try again
          </Button>
        </div>
      </Card>
    </Page>
  )
}
