/** Texts of the wall of live calls and of a call's page. */
import type { ReactNode } from 'react'
import type { CallConcern, CallConcernReason } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'

export const liveCalls = 'Live calls'
export const showLiveCalls = 'Show live calls'
export const showRecentCalls = 'Show ended calls'
export const unknownNumber = 'Unknown number'
export const outcomeBefore = 'Outcome: '
export const unknownAgent = 'Unknown agent'

// wall-page.tsx
export const loadingCalls = 'Loading calls…'
export const placeCall = 'Place a call'
export const newBatch = 'New batch'
export const noCalls = 'No calls in progress'
export const noCallsHint =
  'Calls appear here automatically: while a batch is running, when someone places a call, and, if the service lists its calls, when an agent answers one.'
export const callsInProgress = (count: number) => plural(count, 'call in progress', 'calls in progress')
export const updatesPaused = (countdown: ReactNode) => <>The service asked for a pause. Updates resume in {countdown}</>
export const updateInterval = (seconds: number) => `Live, every ${number(seconds)} s`
export const callsNotListed = 'The service does not list its calls. These are the calls that Switchboard knows about.'
export const findCall = 'Find a call, or whether a number was called'
export const findCallPlaceholder = 'Number or name'
export const needAttention = (count: number) => plural(count, 'needs attention', 'need attention')
/** The name is set off, because it may have commas and dots of its own. */
export const allWithAgent = (agent: string) => (
  <>
    Agent of all calls: <q className="text-ink">{visible(agent)}</q>
  </>
)
export const shownCalls = (shown: number, total: number) =>
  `${number(shown)} of ${plural(total, 'call', 'calls')} shown`
export const recentCallsLabel = 'Recently opened calls'
export const recentlyOpened = 'Recently opened'
export const callsLabel = 'Calls'
export const showAllCalls = 'Show all calls'
export const noMatchOnWall = 'No calls found'
export const noMatchForFilters = 'No call in progress matches these filters.'
export const searchAllHint = 'Press Enter to search all calls that Switchboard knows about.'

// call-card.tsx
const concernNames: Record<CallConcernReason, string> = {
  asks_for_person: 'Asks for a person',
  watched_words: 'Watched words',
  negative: 'Negative',
  falling: 'Sentiment is falling',
  repeats: 'Agent repeats itself',
  silence: 'Silence',
  mailbox: 'Mailbox',
  long: 'Long call',
}
export const concernLabels = (concerns: readonly CallConcern[]) =>
  concerns.map(({ reason }) => concernNames[reason]).join(' · ')
export const noName = 'Name not known'
/** Follows the customer's name, for screen readers. */
export const numberAfterName = (phone: string) => `, ${phone}`
export const notAnswered = 'Not answered yet'
export const nothingSaid = 'Nobody has spoken yet'

// call-page.tsx
export const liveCall = 'Live call'
export const loadingCall = 'Loading call…'
export const unknownRoom = 'Call not found'
export const unknownRoomHint =
  'This call is not available. It ended and nobody watched it, it is not kept any more, or the address is wrong.'
/** The title of a call that the team has seen, if neither the customer nor the number is known. */
export const unkeptCall = 'Call that is not kept'
export const unkeptCallHint =
  'This call is over, and Switchboard does not keep what was said in it: nobody followed it, or its retention time has passed.'
export const roomLine = (room: ReactNode) => <>Room {room}</>
export const batchTranscriptHint = 'If this call was part of a batch, you can find its transcript on the batch’s page.'
export const unknownCustomer = 'Unknown customer'
export const withAgent = (agent: ReactNode) => (
  <>
    with <bdi translate="no">{agent}</bdi>
  </>
)
export const unnamedAgent = 'an unnamed agent'
export const conversationLabel = 'Conversation'
export const transcript = 'Transcript'
export const announceLines = 'Read new lines aloud'
export const noLinesYet = 'Nothing has been said yet. New lines appear here automatically.'
export const noTranscriptSeen =
  'Switchboard did not read what was said in this call. It keeps the transcript of calls that somebody opens.'
export const noTranscriptOfBatch = (batch: ReactNode) => (
  <>
    Switchboard did not read what was said in this call. If the service has its transcript, it is on {batch}, beside
    this customer.
  </>
)
export const batchOfCall = 'the page of its batch'
export const callEnded = 'Call ended.'
/** The service did not find a call that was in progress. */
export const notFoundNow = 'Not found just now.'
export const notFoundSince = (time: ReactNode) => (
  <>It may have ended. Switchboard reads it again, and shows its state from {time}.</>
)
/** After End call was accepted. */
export const stillGoing = 'Still going on'
export const endDidNotHappen = (time: ReactNode) => (
  <>
    The service accepted at {time} to end this call, but it is still in progress. End it again. If it goes on, hang up
    in your telephone system.
  </>
)
export const endNotConfirmed = (time: ReactNode) => (
  <>
    The service accepted at {time} to end this call. Switchboard could not check yet whether it has ended. You can end
    it again, or hang up in your telephone system.
  </>
)
export const lastKnownState = (time: ReactNode) => <>Last known state, from {time}.</>
export const keptUntil = (day: ReactNode) => <>Switchboard keeps it until {day}.</>
export const linkCopied = 'Link to this call copied.'
export const participants = 'Participants'
export const room = 'Room'
/** What the copy button of the room copies. */
export const copiedRoom = 'room'

// participants.tsx
export const noParticipants = 'The service lists no participants.'
export const agentRole = 'Agent'
export const personRole = 'Person'
export const joined = (time: ReactNode) => <>Joined {time}</>
export const unknownTime = 'at an unknown time'

// call-actions.tsx
/** If neither the name nor the number is known. */
export const theCustomer = 'the customer'
export const endCall = 'End call'
export const endCallTitle = (customer: string) => `End the call with ${customer}?`
export const endCallConfirm = (customer: string) => `End the call with ${customer}`
export const endCallCancel = 'Keep the call'
export const endCallWarning = 'The call ends immediately, even if someone is speaking. This cannot be undone.'
export const takeOver = 'Mute agent…'
export const takeOverTitle = (agent: string) => `Mute ${agent || 'the agent'}?`
export const takeOverConfirm = (agent: string) => `Mute ${agent || 'the agent'}`
export const takeOverCancel = 'Cancel'
export const takeOverExplanation = (customer: ReactNode, roomName: ReactNode) => (
  <>
    Switchboard carries no sound, so you cannot speak from this page. First join the room {roomName} in your telephone
    system, and make sure that you hear {customer}. Then mute the agent here: it is silent at once, and {customer} hears
    nobody until you speak. The service offers no way to let the agent speak again.
  </>
)
export const agentMuted = (agent: string) => `${agent || 'The agent'} is muted.`
export const noAgentInCall = 'There is no agent in this call.'
