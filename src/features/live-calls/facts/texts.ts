/** Texts of the facts of a call: where it comes from. */
export const title = 'About this call'
/** The service does not say which flow a call uses. */
export const flowTerm = 'Flow for calls now'
