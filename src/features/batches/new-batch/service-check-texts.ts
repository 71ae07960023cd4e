/** Texts about the checks by the service: what it checked, and where it disagrees with Switchboard. */
import { plural } from '#ui/text/format-number.ts'
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

// Disagreement
export const unnamedRejections = (count: number, hasNamed: boolean) =>
  `The service would reject ${hasNamed ? plural(count, 'more row', 'more rows') : rows(count)}. It does not say which.`
