import { policyEndpoints } from '@backoffice/contract/policies'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useList } from '../../kit/list/use-list.ts'
import { AccessListPage, useAccessMenu } from '../access/access-list-page.tsx'
import { POLICIES, policiesQuery } from './policies.ts'
import { POLICIES_LIST } from './policies-list.tsx'

export function PoliciesScreen() {
  const state = useList(POLICIES_LIST)
  const result = useQuery({ ...policiesQuery(state.query), placeholderData: keepPreviousData })
  const menu = useAccessMenu(POLICIES, { label: 'Used by', tab: 'use' })
  return (
    <AccessListPage
      of={POLICIES}
      title={POLICIES.title}
      exportEndpoint={policyEndpoints.export}
      {...{ state, result, menu }}
    />
  )
}
