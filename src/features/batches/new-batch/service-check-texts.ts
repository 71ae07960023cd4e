/** Texts about the checks by the service: what it checked, and where it disagrees with Switchboard. */
import { csvLimits } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import type { ServiceChecks } from './state/new-batch.ts'

const rows = (count: number) => plural(count, 'row', 'rows')

/** The service checks the rows of the chosen file (`asRead`), checks the file that will be sent (`clean`), and reads its first rows (`preview`). */
export const checkTexts: Record<
  keyof ServiceChecks,
  { title: string; loading: string; unanswered: string; notCompared: string }
> = {
  asRead: {
    title: 'Service check',
    loading: 'The service is checking the rows…',
    unanswered: 'The service did not check these rows.',
    notCompared: 'Switchboard could not compare the service’s check with its own.',
  },
  clean: {
    title: 'Service check before the start',
    loading: 'The service is checking the file that will be sent…',
    unanswered: 'The service did not check the file that will be sent.',
    notCompared: 'Switchboard could not compare the service’s check with its own.',
  },
  preview: {
    title: 'Service preview',
    loading: 'The service is reading the rows…',
    unanswered: 'The service did not read these rows.',
    notCompared: 'Switchboard could not compare the service’s preview with its own.',
  },
}

// Agreement
export const agreesOn = (count: number) => `The service agrees on ${rows(count)}.`
export const acceptsAll = (count: number) =>
  `The service accepts ${count === 1 ? 'the only row' : `all ${rows(count)}`}.`
export const acceptsFirstPart = (count: number) => `The service accepts the ${rows(count)} of the first part.`
export const otherPartsLater = `The service takes at most ${number(csvLimits.rows)} rows at once. It checks each other part when that part starts.`
export const readsFirstRows = (count: number) => `The service reads the first ${rows(count)} as Switchboard does.`
export const tooLongToCheck = `The service takes at most ${number(csvLimits.rows)} rows at once, so it checks only the first part of the file, at Preview. Switchboard has checked every row.`
/** Rows of the file that the service rejects. @param corrected rows that are sent corrected @param leftOut rows that are not sent */
export const rejectedRows = (corrected: number, leftOut: number) =>
  [
    corrected > 0
      ? `The service rejects ${rows(corrected)} as written in your file. ${corrected === 1 ? 'It is' : 'They are'} sent corrected.`
      : '',
    leftOut > 0
      ? `The service agrees that ${plural(leftOut, 'row', 'rows')} cannot be called. ${leftOut === 1 ? 'It is' : 'They are'} left out.`
      : '',
  ]
    .filter(Boolean)
    .join(' ')
export const wouldCallLeftOut = (count: number, optedOut: number) =>
  `The service would call ${rows(count)} that Switchboard leaves out. It does not check whether a number exists${optedOut > 0 ? ', is a duplicate or is marked “do not call”' : ' or is a duplicate'}.`

// No answer
export const ownCheckCounts = 'Switchboard has checked every row. You can continue.'
export const tryAgain = 'Try again'
export const unknownFormat = 'The service responded in a format that Switchboard does not know.'

// Disagreement
export const disagrees = 'The service disagrees.'
export const inRow = (row: number) => `Row ${number(row)}. `
export const moreDisagreements = (count: number) => `And ${number(count)} more.`
export const leaveOutRows = (count: number) =>
  count === 1 ? 'Leave out this row' : `Leave out these ${number(count)} rows`
export const otherRowCountSent = (read: number, sent: number) =>
  `The service read ${rows(read)}. Switchboard will send ${number(sent)}.`
export const otherRowCount = (read: number, own: number) =>
  `The service read ${rows(read)}. Switchboard read ${number(own)}.`
export const unnamedRejections = (count: number, hasNamed: boolean) =>
  `The service would reject ${hasNamed ? plural(count, 'more row', 'more rows') : rows(count)}. It does not say which.`
export const invalidWithoutReason = 'The service says that this file is not valid. It does not say why.'
export const columnsNotFound = (columns: readonly string[]) =>
  `The service did not find the ${columns.length === 1 ? 'column' : 'columns'} ${columns.join(', ')}.`
export const rejection = (column: string | null, value: string | null, reason: string) =>
  `${column ? `Column ${column}` : 'This row'}${value ? ` “${value}”` : ''}: ${reason || 'rejected without a reason'}`
export const noRowsShown = 'The service shows no rows of this file.'
export const otherValue = (column: string, read: string, own: string | undefined) =>
  `Column ${column}: the service reads “${read}”, Switchboard reads “${own}”.`
