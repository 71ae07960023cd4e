/** Texts of the buttons that stop batches. Separate from `texts.tsx`, because the first page shows one. */
import { plural } from '#ui/text/format-number.ts'

export const stopBatches = (count: number) =>
  count === 1 ? 'Stop running batch' : `Stop all ${plural(count, 'batch', 'batches')}`
export const cancelRemaining = (waiting: number) =>
  `Cancel remaining ${waiting > 0 ? plural(waiting, 'call', 'calls') : 'calls'}`
export const noCallsWaiting = 'No calls are waiting.'
