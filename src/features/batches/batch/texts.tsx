/** Texts of the page of one batch. */
import type { ReactNode } from 'react'
import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import { type CallSelection, type ChosenSelection, callOutcomes } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

const rows = (count: number) => plural(count, 'row', 'rows')
/** "4 calls"; "calls" if the number is unknown, or 0 although the batch has not ended. */
const someCalls = (count: number | null | undefined) => (count ? plural(count, 'call', 'calls') : 'calls')

// Facts of the batch
export const copiedBatchId = 'batch ID'
export const testBatch = 'A test with one row, to an operator’s own number'
export const continuedIn = (batches: ReactNode) => <>Continued in {batches}</>
export const someAlsoIn = (batches: ReactNode) => <>Some of these people are also in {batches}</>
export const agent = (name: ReactNode) => <>Agent {name}</>
export const startedFact = (isScheduled: boolean, operator: string | null, at: ReactNode) => (
  <>
    {isScheduled ? 'Scheduled' : 'Started'} {operator && `by ${operator} `}on {at}
  </>
)
export const leftOutByRules = (count: number) =>
  `${plural(count, 'person', 'people')} left out by calling rules at the start`
export const fingerprint = (value: ReactNode) => <>Recipients’ fingerprint {value}, as in the audit</>
export const addToList = 'Add to list'

// Failing calls
export const stoppedAt = (time: string, cause: string) => `Switchboard stopped this batch (${time}): ${cause}.`
export const failureReasons = (reasons: string) => reasons && `${reasons}.`
export const findCause =
  'Find the cause first: check the agent’s number, its flow and the line. Then continue with the remaining people.'
export const findWrongPeople =
  'Check first where these people come from, and block the numbers of those who asked for it. Then continue with the remaining people.'
export const harmful = (what: string) => `${what[0]?.toUpperCase()}${what.slice(1)}.`
/** @param guesses of these calls, those that a rule guessed from the transcript */
export const harmGuesses = (guesses: number) =>
  guesses === 0 ? '' : `${plural(guesses, 'result is a guess', 'results are guesses')} from the transcript.`
export const checkHarm = 'The batch continues. Check these calls, and cancel the remaining ones if the list is wrong.'
/** @param more calls that have to be confirmed */
export const confirmHarm = (more: number) =>
  `The batch continues: Switchboard never cancels because of guesses. If they are right, save the outcome of ${plural(more, 'more call', 'more calls')}, and it cancels the rest.`
export const showWrongPersons = 'Show wrong persons'
export const showOptOuts = 'Show who asked not to be called'
export const stillRunning = (time: string, cause: string) =>
  `Switchboard asked the service to cancel this batch (${time}), but it is still running. Reason: ${cause}.`
export const waitForStop = 'The service may need a moment. If calls continue, cancel the remaining calls yourself.'
export const nobodyReached = (failed: number) =>
  `Nobody has been reached: none of the first ${number(failed)} calls was completed.`
export const checkFailures = 'The batch continues. Check why nobody was reached, or cancel the remaining calls.'

// Panel of one call
export const callTitle = 'Call'
export const loadingCall = 'Loading call…'
export const failureReasonTerm = 'Reason'
export const outcomeTerm = 'Service’s outcome'
export const notCorrectable = 'Nobody can correct it, because no source told which call it was.'
export const notStartedYet = 'Not yet'
export const endedTerm = 'Ended'
export const durationTerm = 'Duration'
export const jobIdTerm = 'Job ID'
export const copiedJobId = 'job ID'
export const callIdTerm = 'Call ID'
export const copiedCallId = 'call ID'
export const variablesAndIds = 'Variables and IDs'

// List of calls
export const callsSection = 'Calls'
export const callsCaption = 'Calls in this batch'
export const callNoun = ['call in this batch', 'calls in this batch'] as const
export const nameColumn = 'Name'
export const durationColumn = 'Duration'
export const followLive = 'Follow live'
export const findPerson = 'Find a name or number'
export const rowColumn = 'Row'
export const outcomeColumn = 'Outcome'
export const attemptsColumn = 'Attempts'
export const variablesColumn = 'Variables'
export const reasonFilter = 'Reason'
/** What a sorted or filtered table shows. @param total null: unknown */
export const seenRows = (seen: number, total: number | null) => {
  if (total === null) return `${plural(seen, 'row', 'rows')} loaded. The service does not report how many there are.`
  return seen >= total
    ? 'Uses the last known state of each row.'
    : `Showing only the ${number(seen)} of ${plural(total, 'row', 'rows')} that Switchboard has loaded. The service cannot sort rows or search by name.`
}
/** @param age as in "3 min ago" */
export const rowsReadAt = (age: string) => `Calls that had not ended then were last loaded ${age}.`
/** For screen readers, after a search or with another filter. */
export const rowsFound = (count: number) => `${plural(count, 'row', 'rows')} found.`
export const noCallsTitle = 'No matching calls'
/** @param loaded the rows that were searched, if these are not all; else null */
export const noCallsHint = (loaded: number | null) =>
  loaded === null
    ? 'Change the search, or clear the filters.'
    : `No match in the ${plural(loaded, 'loaded row', 'loaded rows')}. Load all rows to search the whole batch.`

// Selection of calls
export const selectCall = (phoneNumber: string) => `Select ${phoneNumber === '' ? 'this call' : phoneNumber}`
export const selectPage = 'Select all calls on this page'
export const noneSelectable = 'None of these calls can be selected.'
export const stillToCallOne = 'This batch will still call this person.'
export const stillToCallAll = 'This batch will still call these people.'
export const hiddenNumber = 'The service does not show the number.'
export const prepareSelected = (count: number) =>
  `Prepare a batch with ${plural(count, 'selected person', 'selected people')}`
export const selectWholePage = (count: number) => `Select all ${plural(count, 'call', 'calls')} on this page`
export const clearSelection = 'Clear selection'
export const preparesWith = (count: number) =>
  `Prepares a new batch with ${rows(count)}. Nobody is called until you start it.`
export const selectionIsFull = (max: number) =>
  ` You can select up to ${number(max)} calls. To take all calls with one status, use the filters.`

// New batch from calls of this one
const nameSuffixes: Partial<Record<ChosenSelection, string>> = {
  failed: ', again',
  not_reached: ', again',
  never_called: ', continued',
}
export const nameSuffix = (calls: ChosenSelection) => nameSuffixes[calls] ?? ', selected'
/** @param people null: unknown until their rows are read */
export const prepareAction = (calls: CallSelection, people: number | null): string => {
  const these = people === null ? 'people' : plural(people, 'person', 'people')
  if (calls === 'never_called') return `Continue with ${these} never called`
  return `Prepare a batch with ${people === null ? 'these people' : these}`
}
export const otherBatchPrepared = (file: string) =>
  `You are already preparing a batch from ${file}. Start or discard it first.`
export const everybodyWasCalled = 'Each of these people was called at least once before the batch was cancelled.'
export const continuesSoon = 'The new batch opens as soon as the service has cancelled all waiting calls.'
export const notAllCancelledYet = 'The service has not cancelled all waiting calls yet.'
export const stillRunningReason = 'The batch is still running. Wait until it ends to include everyone.'
/** @param people null: unknown until their rows are read */
export const prepareEffect = (people: number | null, isCalledLeftOut: boolean, alreadyIn: readonly string[]) =>
  [
    `Prepares a new batch with ${people === null ? 'their rows' : rows(people)}. Nobody is called until you start it.`,
    isCalledLeftOut ? 'People who were called before are left out.' : '',
    alreadyIn.length > 0 ? `Some of these people are already in ${alreadyIn.join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
export const prepareFailed = (problem: string) => `${problem} Nobody was called.`

// Cancel the remaining calls
export const cancelRemaining = (waiting: number | null | undefined) => `Cancel remaining ${someCalls(waiting)}`
export const cancelTitle = (waiting: number | null | undefined) => `Cancel the remaining ${someCalls(waiting)}?`
export const cancelAction = (waiting: number | null | undefined) => `Cancel ${someCalls(waiting)}`
export const close = 'Close'
export const keepScheduled = 'Keep scheduled'
export const keepCalling = 'Keep calling'
export const alreadyCancelled = 'This batch is already cancelled.'
export const allEnded = 'All calls have ended.'
export const willFinish = (active: number | null | undefined) => {
  if (active === 0) return 'No calls are in progress.'
  return active ? `${someCalls(active)} in progress will finish.` : 'Calls in progress will finish.'
}
export const cancelEffect = (active: number | null | undefined) =>
  `${willFinish(active)} Cancelled calls cannot be restored. You can call the remaining people in a new batch.`
export const cancelled = (count: number | null) =>
  `Cancelled ${count === null ? 'the remaining calls' : plural(count, 'call', 'calls')}.`
export const cancelDelayed = (countdown: ReactNode) => (
  <>
    Nothing has been cancelled yet: the request limit is reached. Switchboard sends the cancellation in {countdown},
    before all other requests. You can close this dialog.
  </>
)

// Export
export const exportRows = (count: number) => `Export ${rows(count)}`
export const withTranscripts = 'Include transcripts of calls seen'
export const exportAgain = 'Export again'
export const nothingToExport = 'There are no calls to export.'
export const saveFile = (count: number) => `Save file with ${rows(count)}`
export const exportFailed = (problem: string) => `${problem} No file was created.`
export const readFailed = (problem: string) => `${problem} Not all calls were read.`
export const readProgress = 'Rows read for the file'
export const readRows = 'Read'
export const unreadRows = 'Not read yet'
export const readingRows = 'Reading rows…'
export const rowsRead = (read: number, total: number) => `${number(read)} of ${number(total)} rows read`
export const timeLeft = (duration: string) => `, about ${duration} left`
export const stopReading = 'Stop reading'
export const fileNotDownloaded = 'The file could not be downloaded.'
export const exportNotStarted = 'The export was not started.'

// Progress
export const progressSection = 'Progress'
export const progressOf = (batch: string) => `Progress of ${batch}`
export const ofCalls = (count: number) => `of ${plural(count, 'call', 'calls')}`
export const loadingProgress = 'Loading progress…'
export const countsDoNotAddUp = (byStatus: number, total: number) =>
  `The service’s counts do not add up: ${number(byStatus)} calls by status, ${number(total)} in total.`
export const startsLabel = 'Starts'
export const wasDueLabel = 'Was due to start'
export const noStartTime = 'The service does not say when this batch starts.'
export const startsIn = (duration: string) => `in ${duration}`
export const startOverdue = 'The service has not started the calls yet.'
export const endedLabel = 'Ended'
export const paceLabel = 'Pace'
export const perMinute = (rate: string) => `${rate} per minute`
export const paceNote = (isMeasured: boolean) => (isMeasured ? 'calls that ended' : 'assumed until calls have ended')
export const timeLeftLabel = 'Time left'
export const endEstimate = (end: string) => `${end}, estimated without call-backs`
export const averageCallLabel = 'Average call'
export const averageCallNote = 'of calls that ended'
const closeTab = 'You can close this tab.'
const noPause =
  'The service cannot pause a batch or slow it down. You can cancel the remaining calls and continue with these people later.'
/** What happens when the page is closed, and that there is no pause. */
export const backgroundNote = (isScheduled: boolean, waiting: number | null) => {
  if (isScheduled) return `${closeTab} The service starts the calls automatically.`
  if (waiting === 0) return `${closeTab} The calls in progress continue.`
  return `${closeTab} The service continues to call. ${noPause}`
}

// Why people were not reached
export const whyUnreached = 'Why people were not reached'
export const allReached = 'Every call that ended reached somebody or a mailbox.'
export const allUnreached = (count: number) => (count === 1 ? '1 person' : `all ${number(count)} people`)
export const someReasons = (withReason: number, failed: number | null) =>
  failed === null
    ? plural(withReason, 'person', 'people')
    : `${number(withReason)} of ${plural(failed, 'person', 'people')}`
/** @param reason a sentence of the service, or only its word for the outcome, such as no_answer; '': none is known */
export const reasonText = (reason: string): string => {
  const outcome = callOutcomes.find((known) => known === reason)
  return outcome ? outcomeLabels[outcome] : reason || 'Reason unknown'
}
export const otherReasons = 'The other reasons are unknown. Load all rows to see them, if the service reports them.'
