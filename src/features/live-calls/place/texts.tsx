/** Texts of the page on which one call is placed. */
import type { ReactNode } from 'react'

// place-page.tsx
export const showLiveCalls = 'Show live calls'
export const callNumber = (number: string) => `Call ${number}`
export const noCallPlaced = 'No call was placed.'
export const someAgent = 'The agent'

// confirm-call.tsx
export const callSummary = (agent: ReactNode, from: ReactNode) =>
  from ? (
    <>
      {agent} calls from {from}. A call cannot be undone once it rings.
    </>
  ) : (
    <>{agent} makes the call. A call cannot be undone once it rings.</>
  )
export const serviceBusy = 'The service does not accept more requests right now.'

// placed-calls.tsx
export const recentCalls = 'Recent calls'
