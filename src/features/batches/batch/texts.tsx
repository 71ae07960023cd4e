/** Texts of the page of one batch. */
import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import { type CallSelection, type ChosenSelection, callOutcomes } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'

const rows = (count: number) => plural(count, 'row', 'rows')
/** "4 calls"; "calls" if the number is unknown, or 0 although the batch has not ended. */
const someCalls = (count: number | null | undefined) => (count ? plural(count, 'call', 'calls') : 'calls')

// Failing calls
export const failureReasons = (reasons: string) => reasons && `${reasons}.`
export const harmful = (what: string) => `${what[0]?.toUpperCase()}${what.slice(1)}.`
/** @param guesses of these calls, those that a rule guessed from the transcript */
export const harmGuesses = (guesses: number) =>
  guesses === 0 ? '' : `${plural(guesses, 'result is a guess', 'results are guesses')} from the transcript.`

// List of calls
/** What a sorted or filtered table shows. @param total null: unknown */
export const seenRows = (seen: number, total: number | null) => {
  if (total === null) return `${plural(seen, 'row', 'rows')} loaded. The service does not report how many there are.`
  return seen >= total
    ? 'Uses the last known state of each row.'
    : `Showing only the ${number(seen)} of ${plural(total, 'row', 'rows')} that Switchboard has loaded. The service cannot sort rows or search by name.`
}
/** @param loaded the rows that were searched, if these are not all; else null */
export const noCallsHint = (loaded: number | null) =>
  loaded === null
    ? 'Change the search, or clear the filters.'
    : `No match in the ${plural(loaded, 'loaded row', 'loaded rows')}. Load all rows to search the whole batch.`

// Selection of calls
export const selectCall = (phoneNumber: string) => `Select ${phoneNumber === '' ? 'this call' : phoneNumber}`

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
/** @param people null: unknown until their rows are read */
export const prepareEffect = (people: number | null, isCalledLeftOut: boolean, alreadyIn: readonly string[]) =>
  [
    `Prepares a new batch with ${people === null ? 'their rows' : rows(people)}. It calls nobody until somebody starts it.`,
    isCalledLeftOut ? 'People who were called before are left out.' : '',
    alreadyIn.length > 0 ? `Some of these people are already in ${alreadyIn.join(', ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ')

// Cancel the remaining calls
export const cancelRemaining = (waiting: number | null | undefined) => `Cancel remaining ${someCalls(waiting)}`
export const willFinish = (active: number | null | undefined) => {
  if (active === 0) return 'No calls are in progress.'
  return active ? `${someCalls(active)} in progress will finish.` : 'Calls in progress will finish.'
}

// Progress
export const loadingProgress = 'Loading progress…'
export const startsLabel = 'Starts'
const closeTab = 'You can close this tab.'
const noPause =
  'The service cannot pause a batch or slow it down. You can cancel the remaining calls and continue with these people later.'
/** What happens when the page is closed, and that there is no pause. */
export const backgroundNote = (isScheduled: boolean, waiting: number | null) => {
  if (isScheduled) return `${closeTab} The service starts the calls automatically.`
  if (waiting === 0) return `${closeTab} The calls in progress continue.`
  return `${closeTab} The service continues to call. ${noPause}`
}

// Why calls failed
/** @param reason a sentence of the service, or only its word for the outcome, such as no_answer; '': none is known */
export const reasonText = (reason: string): string => {
  const outcome = callOutcomes.find((known) => known === reason)
  return outcome ? outcomeLabels[outcome] : reason || 'Reason unknown'
}
