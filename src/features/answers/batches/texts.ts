/** Texts of the page "What came of the batches?". */
import { number, plural } from '#ui/text/format-number.ts'

export { batchesTitle as title } from '../texts.tsx'
export const asks = 'What came of the batches?'
export const counting = 'Counting calls…'
export const noBatchesTitle = 'No batch began in this period'
export const noBatchesHint = 'Batches that the team started or opened appear here. Choose a longer period.'
export const chartSection = 'Rows by outcome'
export const batchHeader = 'Batch'
export const chartNote = (shown: number, all: number) =>
  shown < all
    ? `The latest ${number(shown)} of ${number(all)} batches, each row by its last call that was seen.`
    : 'Each row by its last call that was seen.'
export const tableSection = 'Batches'
export const tableCaption = 'Batches of this period'
export const tooMany = (shown: number) =>
  `The latest ${number(shown)} batches of this period. Choose a shorter one to see all.`

export const startedColumn = 'Started'
export const rowsColumn = 'Rows'
export const seenColumn = 'Seen'
export const answeredColumn = 'Answered'
export const talkedColumn = 'Over 20 s'
export const talkTimeColumn = 'Talk time'
export const talkSecondsColumn = 'Talk time (seconds)'
export const agentColumn = 'Agent'
export const endedColumn = 'Ended'
/** "812 of 1,000". @param ended null: unknown */
export const seenOf = (seen: number, ended: number | null) =>
  ended === null ? number(seen) : `${number(seen)} of ${number(ended)}`

export const sortLabel = 'Sort by'
export const reverseOrder = 'Reverse order'
export const select = (name: string) => `Compare ${name}`
export const compare = 'Compare'
export const chooseTwo = 'Choose two batches to compare.'
export const compareHint = (count: number) =>
  count === 2 ? 'Two batches chosen.' : `Choose ${plural(2 - count, 'batch', 'batches')} to compare two side by side.`
export const download = 'Download CSV'
export const fileName = (days: number) => `batches-${days}-days.csv`
export const coverage = (seen: number, ended: number) =>
  `Counted from ${number(seen)} of ${plural(ended, 'ended call', 'ended calls')} of these batches. The page of a batch reads its other calls once.`
