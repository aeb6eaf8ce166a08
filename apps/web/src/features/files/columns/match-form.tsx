import { columnEndpoints, type UploadColumns, uploadLayout } from '@backoffice/contract/columns'
import type { CallInput } from '@backoffice/contract/endpoint'
import { FILE_CATEGORIES } from '@backoffice/contract/file-kinds'
import type { TrackedFile } from '@backoffice/contract/files'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePermission } from '../../../kit/access/permission.ts'
import { useDirty } from '../../../kit/form/dirty.ts'
import { useWrite } from '../../../kit/form/use-write.ts'
import { routePath } from '../../../kit/navigation/navigation.ts'
import { useSaveKeys } from '../../../kit/record/record-form.tsx'
import { dependants } from '../../../kit/record/references.ts'
import { call } from '../../../net/call.ts'
import { queryClient } from '../../../net/query-client.ts'
import { buttonVariant } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { AlsoMatched } from '../also-matched.tsx'
import { categoryOf, listPathOf } from '../tracked/categories.ts'
import { fileKeys, refreshFileLists } from '../tracked/file-queries.ts'
import {
  type Choices,
  chooseField,
  chooseValue,
  isSame,
  matchedColumns,
  matchingOf,
  startOf,
} from './choices.ts'
import { ColumnsTable } from './columns-table.tsx'
import { type MatchErrors, placeMatchErrors, valueErrors } from './match-errors.ts'
import { MatchFooter, MatchOptions } from './match-footer.tsx'
import css from './match-form.module.css'
import { describeNames, describeProblems, labelOf } from './match-words.ts'
import { MissingFields } from './missing-fields.tsx'
import { SheetBar } from './sheet-bar.tsx'

type MatchBody = NonNullable<CallInput<typeof columnEndpoints.match>['body']>

/** The control that gets the focus once another sheet or header row has been read. */
export type ReadAgain = RefObject<'sheet' | 'header_row' | undefined>

type Props = {
  file: TrackedFile
  columns: UploadColumns
  readAgain: ReadAgain
  onReview: (() => void) | undefined
  onMatched: (matched: string | undefined) => void
  onSent: (also: AlsoMatched) => void
}

/** Controls that keep the rows from being reviewed. */
const PROBLEMS = '[aria-invalid="true"], :is(button, select)[data-problem], [data-problem] :is(input, select)'

const NO_ERRORS: MatchErrors = { controls: {}, rest: '' }

/** The columns of an upload with the field that each fills. */
export function MatchForm({ file, columns, readAgain, onReview, onMatched, onSent }: Props) {
  const layout = uploadLayout(file.category)
  const isInForce = file.state !== 'MATCHING'
  const [start] = useState(() => startOf(columns, layout, isInForce))
  const [choices, setChoices] = useState(start)
  const [share, setShare] = useState(columns.matched?.is_shared ?? false)
  const [isForOthers, setForOthers] = useState(true)
  const [errors, setErrors] = useState(NO_ERRORS)
  const form = useRef<HTMLFormElement>(null)
  const { guard } = usePermission('file:upload')
  useDirty(!isSame(choices, start), true)
  const problems = describeProblems(columns.columns, layout, choices)
  const { source_filekey } = file

  const matched = `${matchedColumns(choices)} of ${columns.columns.length} matched`
  useEffect(() => onMatched(matched), [matched, onMatched])
  useEffect(() => () => onMatched(undefined), [onMatched])

  const match = useWrite({
    run: (body: MatchBody) => call(columnEndpoints.match, { body }),
    store: (matched) => queryClient.setQueryData(fileKeys.detail(source_filekey), matched),
    refresh: (error) =>
      error
        ? queryClient.invalidateQueries({ queryKey: fileKeys.detail(source_filekey) })
        : refreshFileLists(),
    close: () => onReview?.(),
    showsError: true,
  })

  function send(body: Omit<MatchBody, 'source_filekey' | 'version'>): void {
    setErrors(NO_ERRORS)
    match.send({ source_filekey, version: columns.version, ...body }).then(
      () => onSent(body.also ? columns.same_headers : []),
      (error) => setErrors(placeMatchErrors(error, body.columns ?? [])),
    )
  }

  function readOther(sheet: number | null, header_row: number): void {
    if (match.isPending) return
    readAgain.current = sheet === columns.sheet ? 'header_row' : 'sheet'
    send({ sheet, header_row })
  }

  async function review(): Promise<void> {
    if (match.isPending) return
    const controls = await valueErrors(layout, choices.values)
    if (problems.length > 0 || Object.keys(controls).length > 0) {
      setErrors({ controls, rest: '' })
      return
    }
    const { sheet, header_row, same_headers } = columns
    const also = same_headers.map(({ source_filekey, version }) => ({ source_filekey, version }))
    send({
      sheet,
      header_row,
      share,
      ...matchingOf(columns, layout, choices),
      ...(isForOthers && also.length > 0 && { also }),
    })
  }

  useSaveKeys(() => form.current?.requestSubmit())

  const focusProblem = useEffectEvent(() => {
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    const unused = problems.length > 0 ? find('select[data-placeholder]') : undefined
    ;(find(PROBLEMS) ?? unused)?.focus()
  })
  useEffect(() => {
    const name = readAgain.current
    readAgain.current = undefined
    const read = name && form.current?.querySelector<HTMLElement>(`[name="${name}"]`)
    if (read) read.focus()
    else focusProblem()
  }, [readAgain])
  useEffect(() => {
    if (errors !== NO_ERRORS) focusProblem()
  }, [errors])

  const change = (next: Choices) => {
    setChoices(next)
    if (errors !== NO_ERRORS) setErrors(NO_ERRORS)
  }
  const keys = describeNames(layout.required.map((field) => labelOf(layout, field)))
  const keyNote =
    file.kind === 'import'
      ? `Rows are matched to the table by ${keys}.`
      : 'Each row is one card. Nothing runs before you confirm.'
  const table = { columns, layout, start, choices, isInForce, errors: errors.controls }
  return (
    <form
      ref={form}
      className={css.form}
      aria-label="Match columns"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        guard(() => void review())()
      }}
    >
      {columns.looks_like && <LooksLike category={columns.looks_like} />}
      <MissingFields
        {...{ layout, choices, errors: errors.controls }}
        addsRows={file.kind === 'import' && !categoryOf(file).imports?.changesOnly}
        onValue={(field, value) => change(chooseValue(choices, field, value, dependants(layout, field)))}
      />
      <Card flush>
        <SheetBar columns={columns} note={keyNote} busy={match.isPending} onRead={readOther} />
        <ColumnsTable
          {...table}
          onField={(index, field) => change(chooseField(choices, index, field))}
          onFormat={(field, format) =>
            change({ ...choices, formats: { ...choices.formats, [field]: format } })
          }
        />
        <MatchOptions
          others={columns.same_headers}
          {...{ share, isForOthers }}
          onShare={setShare}
          onForOthers={setForOthers}
        />
      </Card>
      <MatchFooter
        {...{ file, columns, choices, problems, onReview }}
        busy={match.isPending}
        error={match.error}
        message={errors.rest}
      />
    </form>
  )
}

/** A hint that the upload has the columns of another category. */
function LooksLike({ category }: { category: string }) {
  const label = FILE_CATEGORIES[category]?.label ?? category
  const to = listPathOf({ category })
  return (
    <Notice
      tone="warn"
      title={`This looks like a file of ${label}.`}
      action={
        to && (
          <Link to={routePath(to)} {...buttonVariant('plain')}>
            Open {label}
          </Link>
        )
      }
    >
      Import it there, or match its columns here.
    </Notice>
  )
}
