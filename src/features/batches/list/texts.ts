/** Texts of the list of batches. */

// Page
export const noun = ['batch', 'batches'] as const

// Columns
/** What goes wrong in a running batch. */
export const alarms = {
  harmful: { state: 'needs-you', label: 'Check who is called' },
  failing: { state: 'failed', label: 'Calls fail' },
} as const
