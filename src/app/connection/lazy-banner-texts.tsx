/** Texts of the banner that are rarely needed, so the first page does not load them. */
import type { ReactNode } from 'react'

// All changes are stopped
export const changesStopped = (operator: string, time: ReactNode, reason: ReactNode) => (
  <>
    <strong>All changes are stopped</strong> (by {operator}, {time}): {reason} You can still cancel batches and end
    calls.
  </>
)

// Restored from a backup
export const restored = (time: ReactNode) => (
  <>
    <strong>Switchboard was restored from a backup of {time}.</strong> It does not know what was done after that, so
    calls, batches and messages could be repeated. Check the service before you start a batch or send a message again.
  </>
)
