/** Texts of the preview of calls and of the test call. */
import type { ReactNode } from 'react'
import { number } from '#ui/text/format-number.ts'

// Destinations and local time
export const localTimeNow = 'Local time now'
export const unknown = 'Unknown'

// One call
/** Shown in place of a variable without a value. */
export const missingVariable = (name: string, hasColumn: boolean) =>
  hasColumn ? `{${name}: empty}` : `{${name}: no column}`

// Test call
export const withRow = (row: number) => `with row ${number(row)}`
export const callMe = 'Call me'
export const callMeWithRow = (row: number) => `Call me with row ${number(row)}`
export const callEffect = (agent: ReactNode, phoneNumber: ReactNode, row: number) => (
  <>
    Agent {agent} calls {phoneNumber} with the values of row {number(row)}.
  </>
)
