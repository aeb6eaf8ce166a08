import { useQuery } from '@tanstack/react-query'
import { ErrorNotice, useLastingError } from '../../kit/error-notice.tsx'
import { useTextUrl } from '../../kit/use-text-url.ts'
import { call } from '../../net/call.ts'
import { buttonVariant } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { importEndpoints } from './import-endpoints.ts'

/** Download link of the template, which is fetched with the dialog because a link cannot send the token. */
export function TemplateLink({ category }: { category: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['template', category],
    queryFn: ({ signal }) => call(importEndpoints(category).template, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const lastingError = useLastingError({ error, data })
  const url = useTextUrl(data?.content, 'text/csv;charset=utf-8')
  if (lastingError)
    return <ErrorNotice what="The template" error={lastingError} busy={isFetching} onRetry={refetch} />
  return (
    <div>
      <a
        {...buttonVariant('plain')}
        href={url}
        download={data?.file_name}
        aria-disabled={url === undefined || undefined}
      >
        <Icon name="download" /> Download template
      </a>
    </div>
  )
}
