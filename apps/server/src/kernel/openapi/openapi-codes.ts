import { FILE_CODES } from '@backoffice/contract/file-codes'
import { problem } from '@backoffice/contract/values.schemas'
import * as z from 'zod/mini'
import { DETAIL_CODES } from '../detail-codes.ts'
import { ERRORS } from '../errors.ts'

const INTRODUCTION =
  'The cause of a problem, for programs. Later releases may add values: treat unknown ones by their status. A problem of one field has the code of the field.'

function describeCodes(): string {
  const errors = Object.entries(ERRORS).map(
    ([code, [status, message]]) => `- \`${code}\` (${status}): ${message}`,
  )
  const fields = Object.entries(FILE_CODES).map(([code, message]) => `- \`${code}\` (422): ${message}`)
  return [INTRODUCTION, '', ...errors, ...fields].join('\n')
}

// Fields may be added by a later release.
const { $schema: _version, additionalProperties: _none, ...schema } = z.toJSONSchema(problem)

/** Schemas of problem documents. */
export const PROBLEM_SCHEMAS = {
  Problem: {
    ...schema,
    properties: { ...schema.properties, code: { $ref: '#/components/schemas/ProblemCode' } },
  },
  ProblemCode: {
    type: 'string',
    enum: [...new Set([...Object.keys(ERRORS), ...DETAIL_CODES])],
    description: describeCodes(),
  },
}
