/** Texts about why the file of a new batch cannot be read, or why the batch cannot be started. */

// new-batch.ts
export const noCallableRow = 'No row in this file can be called.'
export const rowsBeingChecked = 'The rows are still being checked.'
export const chooseAgent = 'Choose the agent that makes the calls.'
