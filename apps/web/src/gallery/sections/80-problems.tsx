import { useState } from 'react'
import { ErrorBoundary, ErrorNotice } from '../../kit/feedback/error-notice.tsx'
import { ErrorView, RequestId } from '../../kit/feedback/error-view.tsx'
import { NewBuildBanner, OfflineBanner } from '../../kit/shell/banners.tsx'
import { ApiError } from '../../net/api-error.ts'
import { Button, buttonVariant } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Example } from '../example.tsx'

export const title = 'Problems'

const overloaded = new ApiError(503, {
  code: 'unavailable',
  detail: 'The system is busy or restarting: try again in a moment.',
  request_id: '5f0c2d9e-5f64-4c1b-9f5e-3a1c9a2d7b10',
})

function Fuse() {
  const [isBlown, blow] = useState(false)
  if (isBlown) throw new Error('Blown on purpose.')
  return (
    <Card title="Files today">
      <Button onClick={() => blow(true)}>Break this panel</Button>
    </Card>
  )
}

export function Section() {
  return (
    <>
      <Example title="Page Not Found" note="The whole address, with search and hash.">
        <ErrorView
          code={404}
          message="Page not found: /x?y=1#z"
          hint="The address may be mistyped, or the page was moved."
        >
          <a href="/operational_dashboard" {...buttonVariant('primary')}>
            Go to the dashboard
          </a>
        </ErrorView>
      </Example>
      <Example title="No access">
        <ErrorView
          code={403}
          message="Your role does not include the module “Users”."
          hint="Ask an access administrator to add it to your role if your work needs it."
        >
          <a href="/operational_dashboard" {...buttonVariant('primary')}>
            Go to the dashboard
          </a>
        </ErrorView>
      </Example>
      <Example title="Internal Server Error" note="With the request id for the server log.">
        <ErrorView
          code={500}
          message="Something went wrong on the server. Try again in a moment."
          requestId="5f0c2d9e-5f64-4c1b-9f5e-3a1c9a2d7b10"
        >
          <Button variant="primary">Try again</Button>
        </ErrorView>
      </Example>
      <Example title="A screen that could not be fetched" note="After one failed reload.">
        <ErrorView
          message="A part of this page could not be loaded. Check the connection and try again."
          hint="There may be a newer version of this system. Reload to get it."
        >
          <Button variant="primary">Reload</Button> <Button>Try again</Button>
        </ErrorView>
      </Example>
      <Example title="A panel that breaks" note="The rest of the screen stays.">
        <ErrorBoundary what="The files of today">
          <Fuse />
        </ErrorBoundary>
      </Example>
      <Example title="Data that could not be read">
        <ErrorNotice what="The tracked files" error={overloaded} onRetry={() => undefined} />
      </Example>
      <Example title="A request id">
        <RequestId id="5f0c2d9e-5f64-4c1b-9f5e-3a1c9a2d7b10" />
      </Example>
      <Example title="Offline">
        <OfflineBanner connectivity="offline" />
      </Example>
      <Example title="The server is away">
        <OfflineBanner connectivity="unreachable" />
      </Example>
      <Example title="The service is not available">
        <OfflineBanner connectivity="unavailable" />
      </Example>
      <Example title="A new version">
        <NewBuildBanner onReload={() => undefined} />
      </Example>
    </>
  )
}
