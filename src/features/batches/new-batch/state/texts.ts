/** Texts about why the file of a new batch cannot be read, or why the batch cannot be started. */

// new-batch.ts
export const chooseFile = 'Choose a file with the people to call.'
export const choosePhoneColumn = 'Choose the column with the phone numbers.'
export const noCallableRow = 'No row in this file can be called.'
export const rowsBeingChecked = 'The rows are still being checked.'
export const enterName = 'Enter a name for the batch.'
export const chooseAgent = 'Choose the agent that makes the calls.'

// new-batch-store.ts
export const unreadableFile = 'This file could not be read from the disk. Nothing was sent. Choose it again.'
export const unreadableAnswer = 'The service’s response could not be read.'
export const switchboardNotAnswering = 'Switchboard is not responding.'
