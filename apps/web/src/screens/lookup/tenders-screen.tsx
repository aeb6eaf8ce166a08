import { tenders } from '@backoffice/contract/tables/tenders'
import { LookupScreen } from './lookup-screen.tsx'
import { TENDERS } from './tenders-list.tsx'

export function TendersScreen() {
  return <LookupScreen table={tenders} list={TENDERS} />
}
