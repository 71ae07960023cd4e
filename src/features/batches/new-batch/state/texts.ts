/** Texts about why the file of a new batch cannot be read, why the batch cannot be started, and how many it calls. */
import type { Counts } from '#recipients/read.ts'
import { number } from '#ui/text/format-number.ts'

// new-batch.ts
export const noCallableRow = 'No row in this file can be called.'
export const rowsBeingChecked = 'The rows are still being checked.'
export const chooseAgent = 'Choose the agent that makes the calls.'

// new-batch-page.tsx, start-step.tsx
export const calledOf = ({ valid, read }: Counts) => `${number(valid)} of ${number(read)} will be called`
