import { maskCardNumbers } from '@backoffice/contract/card-number'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { type InquirySearch, SINCE, type Since, STATUSES, type Status } from './inquiry-search.ts'

type Props = { search: InquirySearch; onSearch: (change: InquirySearch) => void }

const statuses = Object.entries(STATUSES).map(([value, [words]]) => ({ value, words }))
const times = Object.entries(SINCE).map(([value, [words]]) => ({ value, words }))

export function FilesToolbar({ search, onSearch }: Props) {
  return (
    <>
      <SearchBox
        label="Search by file name"
        value={search.q ?? ''}
        onCommit={(q) => onSearch({ q: q || undefined })}
        refuse={(text) =>
          maskCardNumbers(text) === text ? undefined : 'Files are found by name, not by card number.'
        }
      />
      {/* The values are the keys these options were made of. */}
      <FilterSelect
        label="Status"
        any="Any status"
        options={statuses}
        value={search.status}
        onChange={(status) => onSearch({ status: status as Status | undefined })}
      />
      <FilterSelect
        label="Uploaded"
        any="Any time"
        options={times}
        value={search.since}
        onChange={(since) => onSearch({ since: since as Since | undefined })}
      />
    </>
  )
}
