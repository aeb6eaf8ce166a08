import { useQuery } from '@tanstack/react-query'
import { ErrorNotice, useLastingError } from '../../../../kit/feedback/error-notice.tsx'
import { call } from '../../../../net/call.ts'
import { buttonVariant } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { workbookUrl } from '../save-file.ts'
import { useTextUrl } from '../use-text-url.ts'
import css from './import-dialog.module.css'
import { importEndpoints } from './import-endpoints.ts'

/** Download links of the template, which is fetched with the dialog because a link cannot send the token. */
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
    <div className={css.templates}>
      <a
        {...buttonVariant('plain')}
        href={url}
        download={data?.file_name}
        aria-disabled={url === undefined || undefined}
      >
        <Icon name="download" /> Download template
      </a>
      {/* A server of the former release sends none. */}
      {data?.workbook && (
        <a
          {...buttonVariant('plain')}
          href={workbookUrl(data.workbook)}
          download={data.file_name.replace(/csv$/, 'xlsx')}
        >
          <Icon name="download" /> Excel template
        </a>
      )}
    </div>
  )
}
