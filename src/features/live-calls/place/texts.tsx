/** Texts of the page on which one call is placed. */
import type { ReactNode } from 'react'

// place-page.tsx
export const showLiveCalls = 'Show live calls'
export const callNumber = (number: string) => `Call ${number}`
export const noCallPlaced = 'No call was placed.'
export const calling = (number: string) => `Calling ${number}.`
export const agentIsCalling = (agent: string) => `${agent} is making the call.`
export const someAgent = 'The agent'

// number-facts.tsx
export const localTime = (time: string) => `Local time ${time}`
export const localTimeOutsideHours = (time: string) => `Local time ${time}, outside the calling hours`

// missing-variables-texts.ts
export const noValueFor = (variables: string) =>
  `This call has no CSV row, so the agent may have no value for ${variables}.`

// confirm-call.tsx
export const confirmTitle = (number: string) => `Call ${number} now?`
export const callSummary = (agent: ReactNode, from: ReactNode) =>
  from ? (
    <>
      {agent} calls from {from}. A call cannot be undone once it rings.
    </>
  ) : (
    <>{agent} makes the call. A call cannot be undone once it rings.</>
  )
export const localTimeNow = (time: string) => `The local time there is ${time}.`
export const tryAgainIn = (countdown: ReactNode) => <>You can try again in {countdown}.</>
export const serviceBusy = 'The service does not accept more requests right now.'

// placed-calls.tsx
export const recentCalls = 'Recent calls'
/** @param spoken shows its text to screen readers only */
export const doNotCall = (number: string, spoken: (text: string) => ReactNode) => <>Do not call{spoken(` ${number}`)}</>
export const reuseNumber = (number: string, spoken: (text: string) => ReactNode) => <>Use{spoken(` ${number}`)}</>

// call-refusal-texts.ts
export const allLinesInUse = (maxCalls: number) =>
  maxCalls === 1
    ? 'Your plan allows one call at a time, and one is in progress.'
    : `Your plan allows ${maxCalls} calls at a time, and all of them are in progress.`
export const callFailed = (details: string) =>
  details ? `The service could not place the call. ${details}` : 'The service could not place the call.'
