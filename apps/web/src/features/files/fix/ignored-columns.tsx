import type { TrackedFile } from '@backoffice/contract/files'
import { useQuery } from '@tanstack/react-query'
import { plural } from '../../../kit/format/format-number.ts'
import { errorsQuery } from '../errors-card.tsx'
import css from './fix-part.module.css'

/** Columns of an inquiry that the check did not know, on one line. The grid has no cells of them. */
export function IgnoredColumns({ file }: { file: TrackedFile }) {
  const { data } = useQuery({ ...errorsQuery(file), enabled: file.kind === 'inquiry' && !file.matching })
  const names = (data?.items ?? []).flatMap(({ code, row_number, column }) =>
    code === 'W001' && row_number === 0 ? [column] : [],
  )
  if (names.length === 0) return null
  return (
    <p className={css.ignored}>
      {plural(names.length, 'column is', 'columns are')} ignored: {names.join(', ')}
    </p>
  )
}
