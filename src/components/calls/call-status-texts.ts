/** Texts of a call’s status label. Separate from the transcript's texts because the overview loads them with the first page. */
export const ended = 'Ended'
/** One reading did not find the call, which alone does not mean that it has ended. */
export const notFoundNow = 'Not found just now'
