/** Texts of the do-not-call list, its import and its export. */
import type { ReactNode } from 'react'
import { number } from '#ui/text/format-number.ts'

// Page
export const noun = ['number', 'numbers'] as const

// Columns
export const lastDay = (day: ReactNode, hasEnded: boolean) => (hasEnded ? <>Ended {day}</> : day)

// Looking up a number
export const addedBy = (operator: string, time: ReactNode, reason: string, until: ReactNode | null) => (
  <>
    Added by {operator} on {time}: {reason}
    {until !== null && <> (until {until})</>}
  </>
)

// Removing an entry
export const undo = 'Undo'

// Import: result
export const rowProblem = (row: number, text: ReactNode | null, problem: string) => (
  <>
    Row {number(row)}
    {text !== null && (
      <>
        , <q>{text}</q>
      </>
    )}
    : {problem}
  </>
)
