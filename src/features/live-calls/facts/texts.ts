/** Texts of the facts of a call: where it comes from. */
export const title = 'About this call'
export const agentTerm = 'Agent'
/** The service does not say which flow a call uses. */
export const flowTerm = 'Flow for calls now'
export const batchTerm = 'Batch'
export const rowTerm = 'Row'
export const unnamedAgent = 'Unnamed agent'
export const unknownFlow = 'Unknown'
export const noBatch = 'Not part of a batch'
export const loadingRow = 'Loading row…'
export const rowUnread = 'The row could not be read. You can find it on the page of the batch.'
export const rowNotFound = 'The batch has no row with this number now.'
export const openRow = 'Open this row'
