import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ErrorNotice, useLastingError } from '../../kit/error-notice.tsx'
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
  const url = useTextUrl(data?.content)
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

/** Object URL of the text while the component is mounted. */
function useTextUrl(text: string | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (text === undefined) return
    const created = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [text])
  return url
}
