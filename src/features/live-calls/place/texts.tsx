/** Texts of the page on which one call is placed. */
import type { ReactNode } from 'react'

// place-page.tsx
export const title = 'Place a call'
export const liveCalls = 'Live calls'
export const showLiveCalls = 'Show live calls'
export const backToLiveCalls = 'Back to live calls'
export const callDetails = 'Call details'
export const addPhoneNumber = 'Add a phone number to the agent'
export const openAgent = 'Open agent'
export const numberToCall = 'Number to call'
export const callThisNumber = 'Call this number'
export const callNumber = (number: string) => `Call ${number}`
export const noCallPlaced = 'No call was placed.'
export const calling = (number: string) => `Calling ${number}.`
export const agentIsCalling = (agent: string) => `${agent} is making the call.`
export const someAgent = 'The agent'

// call-form-check.ts
export const chooseAgent = 'Choose an agent.'

// number-facts.tsx
export const numberHint = 'Include + and the country code, for example +44 7700 900123.'
export const localTime = (time: string) => `Local time ${time}`
export const localTimeOutsideHours = (time: string) => `Local time ${time}, outside the calling hours`

// missing-variables-texts.ts
export const noValueFor = (variables: string) =>
  `This call has no CSV row, so the agent may have no value for ${variables}.`

// confirm-call.tsx
export const confirmTitle = (number: string) => `Call ${number} now?`
export const cancel = 'Cancel'
export const callSummary = (agent: ReactNode, from: ReactNode) =>
  from ? (
    <>
      {agent} calls from {from}. A call cannot be undone once it rings.
    </>
  ) : (
    <>{agent} makes the call. A call cannot be undone once it rings.</>
  )
export const localTimeNow = (time: string) => `The local time there is ${time}.`
export const outsideCallingHours = 'This is outside the calling hours.'
export const hoursReason = 'Reason for calling now'
export const hoursReasonHint = 'Your colleagues see it in the audit.'
export const giveReason = 'Give a reason for calling outside the calling hours.'
export const tryAgainIn = (countdown: ReactNode) => <>You can try again in {countdown}.</>
export const openBatch = 'Open batch'
export const callAgain = 'Call again'
export const resolveFirst = 'It is not known yet whether this call was placed. Resolve the outcome first.'
export const onDoNotCallList = 'This number is on the do-not-call list.'
export const serviceBusy = 'The service does not accept more requests right now.'

// placed-calls.tsx
export const recentCalls = 'Recent calls'
export const loadingRecentCalls = 'Loading recent calls…'
export const noRecentCalls = 'No recent calls'
export const noRecentCallsHint = 'Calls that your team places appear here.'
export const numberColumn = 'Number'
export const agentColumn = 'Agent'
export const operatorColumn = 'Called by'
export const timeColumn = 'Time'
export const actionsColumn = 'Actions'
export const openCall = 'Open call'
/** @param spoken shows its text to screen readers only */
export const doNotCall = (number: string, spoken: (text: string) => ReactNode) => <>Do not call{spoken(` ${number}`)}</>
export const reuseNumber = (number: string, spoken: (text: string) => ReactNode) => <>Use{spoken(` ${number}`)}</>

// call-refusal-texts.ts
export const callPlaced = 'The call was placed.'
export const outcomeUnknown = 'The service did not confirm this call.'
export const mayBeRinging = 'It may be ringing now.'
export const doNotCallAgain =
  'Do not call again until you know what happened. Check the live calls or the service’s own console.'
export const allLinesInUse = (maxCalls: number) =>
  maxCalls === 1
    ? 'Your plan allows one call at a time, and one is in progress.'
    : `Your plan allows ${maxCalls} calls at a time, and all of them are in progress.`
export const waitForLine = 'Wait until a call ends.'
export const invalidNumber = 'The service does not accept this number.'
export const checkNumber = 'Check the number and its country code.'
export const agentGone = 'This agent no longer exists, or Switchboard’s API key cannot use it.'
export const chooseOtherAgent = 'Choose another agent.'
export const completeAgent = 'Complete the agent’s setup, or choose another agent.'
export const callFailed = (details: string) =>
  details ? `The service could not place the call. ${details}` : 'The service could not place the call.'
export const tryAgain = 'You can try again.'
