import {
  type Language,
  STARTER_TEMPLATE,
  type TemplateContent,
  type TemplateFormat,
} from '@backoffice/contract/reply/templates'
import { type ReplyTemplate, replyTemplateEndpoints } from '@backoffice/contract/reply-templates'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../net/call.ts'
import { queryClient } from '../../net/query-client.ts'

export const templatesQuery = queryOptions({
  queryKey: ['reply-templates'],
  queryFn: ({ signal }) => call(replyTemplateEndpoints.list, { signal }),
})

/** The template of a reply; if it cannot be loaded, one that adds nothing. Undefined until one of them is certain. */
export function useTemplate(kind: TemplateFormat, language: Language): TemplateContent | undefined {
  const { data, isPending } = useQuery(templatesQuery)
  if (isPending) return undefined
  const isWanted = (each: ReplyTemplate) => each.kind === kind && each.language === language
  return data?.items.find(isWanted) ?? STARTER_TEMPLATE
}

export function storeTemplate(template: ReplyTemplate): void {
  queryClient.setQueryData(
    templatesQuery.queryKey,
    (old) => old && { items: old.items.map((each) => (each.id === template.id ? template : each)) },
  )
}

export const refreshTemplates = () => queryClient.invalidateQueries(templatesQuery)
