import { RESULT_OUTCOMES, type ResultOutcome } from '@backoffice/contract/file-kinds'
import { type PreviewSearch, readPreviewSearch } from './import/preview-search.ts'

/** Search params of the file screen: rows of a preview or a result. `step`: the matching of a checked file is changed. */
export type FileSearch = PreviewSearch & {
  outcome?: ResultOutcome | undefined
  step?: 'columns' | undefined
}

export function readFileSearch(search: Record<string, unknown>): FileSearch {
  return {
    ...readPreviewSearch(search),
    outcome: RESULT_OUTCOMES.find((outcome) => outcome === search.outcome),
    step: search.step === 'columns' ? search.step : undefined,
  }
}
