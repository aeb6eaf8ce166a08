import type { OffBoarding } from '@backoffice/contract/users'
import { plural } from '../../kit/format/format-number.ts'

/** `1 file and 2 cases`. */
function listed(parts: readonly string[]): string {
  return [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')
}

const counted = (count: number, one: string, many?: string) => (count > 0 ? [plural(count, one, many)] : [])

/** `sessions`: undefined if not known. */
type Ending = Pick<OffBoarding, 'requests' | 'temporary_access'> & { sessions: number | undefined }

/** `2 sessions and 1 temporary grant end. 1 pending request is withdrawn.` */
export function endedInWords({ sessions, temporary_access, requests }: Ending): string {
  const ending = [
    ...(sessions === undefined ? ['Every session'] : counted(sessions, 'session')),
    ...counted(temporary_access, 'temporary grant of access', 'temporary grants of access'),
  ]
  const isOne = (sessions ?? 1) + temporary_access === 1
  return [
    ...(ending.length > 0 ? [`${listed(ending)} ${isOne ? 'ends' : 'end'}.`] : ['No session is active.']),
    ...counted(requests, 'pending request').map(
      (words) => `${words} ${requests === 1 ? 'is' : 'are'} withdrawn.`,
    ),
  ].join(' ')
}

type Done = {
  name: string
  mode: 'disable' | 'delete'
  result: OffBoarding & { sessions: number | undefined }
}

/** `Ana Cruz disabled: 1 file reassigned, 2 sessions ended.` */
export function offBoardedInWords({ name, mode, result }: Done): string {
  const { files, inquiries, cases, sessions, temporary_access, requests } = result
  const moved = [
    ...counted(files, 'file'),
    ...counted(inquiries, 'inquiry', 'inquiries'),
    ...counted(cases, 'case'),
  ]
  const parts = [
    ...(moved.length > 0 ? [`${listed(moved)} reassigned`] : []),
    ...counted(sessions ?? 0, 'session').map((words) => `${words} ended`),
    ...counted(temporary_access, 'temporary grant').map((words) => `${words} ended`),
    ...counted(requests, 'request').map((words) => `${words} withdrawn`),
  ]
  const done = `${name} ${mode === 'delete' ? 'deleted' : 'disabled'}`
  return parts.length > 0 ? `${done}: ${parts.join(', ')}` : done
}
