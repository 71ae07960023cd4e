/** Texts of the preview of calls and of the test call. */
import type { ReactNode } from 'react'
import { number, plural } from '#ui/text/format-number.ts'

// Destinations and local time
export const destinations = 'Destinations'
export const countryCount = (count: number) => plural(count, 'country', 'countries')
export const destinationsCaption = 'Destinations by country'
export const countryColumn = 'Country'
export const callsColumn = 'Calls'
export const localTimeNow = 'Local time now'
export const localTimeAtStart = 'Local time at the start'
export const unknown = 'Unknown'
export const outsideHours = 'outside hours'

// One call
export const oneCall = 'One call'
export const ofCalls = (count: number) => `of ${number(count)}`
export const previousCall = 'Previous call'
export const nextCall = 'Next call'
export const isFirstCall = 'This is the first call.'
export const isLastCall = 'This is the last call.'
export const callNumber = 'Call'
export const numberTerm = 'Number'
export const rowTerm = 'Row of the file'
export const empty = 'empty'
export const agentLabel = 'Agent that makes the calls'
/** Shown in place of a variable without a value. */
export const missingVariable = (name: string, hasColumn: boolean) =>
  hasColumn ? `{${name}: empty}` : `{${name}: no column}`
/** @param variables in words @param count how many */
export const noValueFor = (variables: string, count: number) =>
  `The agent has no value for ${variables}: no column of the file is sent under ${count === 1 ? 'this name' : 'these names'}.`
export const chooseAgentFirst = 'Choose an agent to see what it will say to this person.'
export const loadingFlow = 'Loading the agent’s flow…'
export const noFlow = 'This agent has no known flow, so what it will say cannot be shown.'
export const flowWithoutTexts = (flow: string) => `The flow “${flow}” has no texts.`

// Test call
export const testSection = 'Test call'
export const withRow = (row: number) => `with row ${number(row)}`
export const testHint =
  'The agent calls you with the values of one row. Nobody in the file is called, and later batches do not count you as called.'
export const ownNumber = 'Your own number'
export const noConfirmedNumber = (account: ReactNode) => (
  <>
    Test calls go to your own numbers that an administrator has confirmed. Save one in {account}, then ask an
    administrator to confirm it.
  </>
)
export const yourAccount = 'your account'
export const rowToTest = 'Call in the preview'
export const checkingAgent = 'The agent is still being checked.'
export const loadingAccount = 'Your account is still loading.'
export const needsOwnNumber = 'You have no confirmed number yet.'
export const callMe = 'Call me'
export const callMeWithRow = (row: number) => `Call me with row ${number(row)}`
export const openTest = 'Open this test'
export const testName = (batch: string) => `Test of ${batch || 'a new batch'}`
export const callTitle = (phoneNumber: string) => `Call ${phoneNumber} now?`
export const cancel = 'Cancel'
export const callEffect = (agent: ReactNode, phoneNumber: ReactNode, row: number) => (
  <>
    Agent {agent} calls {phoneNumber} with the values of row {number(row)}.
  </>
)
export const callingYou = 'Calling you…'
export const waitingForLine = 'Waiting for a free line'
