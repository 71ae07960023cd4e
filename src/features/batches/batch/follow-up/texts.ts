/** Texts of the dialog that prepares a follow-up batch. */
import type { CallOutcome } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import type { LeftOutReason } from './follow-up.ts'

export const open = 'Prepare follow-up'
export const title = 'Prepare a follow-up batch'
export const loading = 'Sorting rows…'
export const intro =
  'Choose whom a new batch calls again, with the same agent and the same variables. A mailbox counts as not reached, also if the service calls it completed.'
export const unreached = 'Not reached'
export const others = 'Others'
/** "Mailbox, 12 people". */
export const groupLabel = (outcome: string, rows: number) => `${outcome}, ${plural(rows, 'person', 'people')}`
export const outcomeHints: Readonly<Partial<Record<CallOutcome, string>>> = {
  answered: 'A person or a mailbox. What was said is known once somebody opens the call.',
  unknown: 'The calls ended, and nothing says how.',
  failed: 'A call that failed for a technical reason may fail again.',
}
/** @param guesses of `rows` */
export const guessed = (guesses: number, rows: number): string => {
  if (guesses === 0) return ''
  return guesses === rows ? 'Guessed from transcripts.' : `${number(guesses)} of them guessed from transcripts.`
}
export const nobodyToChoose = 'Nobody with this outcome can be called.'

export const leftOut = 'Left out'
const people = (rows: number) => plural(rows, 'person', 'people')
const leftOutTexts: Readonly<Record<LeftOutReason, (rows: number) => string>> = {
  asked: (rows) => `${number(rows)} asked not to be called`,
  mayHaveAsked: (rows) => `${number(rows)} may have asked not to be called: look at what they said`,
  wrongNumber: (rows) => plural(rows, 'wrong number', 'wrong numbers'),
  listed: (rows) => `${number(rows)} on the do-not-call list`,
  hidden: (rows) => `${people(rows)} whose number the service does not show`,
  notChosen: (rows) => `${people(rows)} with outcomes that are not chosen`,
  open: (rows) => `${people(rows)} whom this batch will still call`,
  neverCalled: (rows) => `${people(rows)} never called, because the batch was cancelled`,
}
export const leftOutText = (reason: LeftOutReason, rows: number, guesses: number) =>
  [`${leftOutTexts[reason](rows)}.`, guessed(guesses, rows)].filter(Boolean).join(' ')
export const nobodyLeftOut = 'Nobody.'

export const unseen = (rows: number, requests: number) =>
  `${plural(rows, 'row is', 'rows are')} not included, because Switchboard has not loaded ${rows === 1 ? 'it' : 'them'}. Loading all rows takes ${plural(requests, 'request', 'requests')}.`
export const unknownTotal = 'The service does not say how many rows the batch has, so some may be missing here.'
export const notKept =
  'Switchboard keeps no calls, so it has no rows to call again. Filter the calls below by status to prepare a batch with them, or ask an administrator to keep calls (Settings → Data).'

export const prepare = (rows: number) =>
  rows === 0 ? 'Prepare batch' : `Prepare a batch with ${plural(rows, 'person', 'people')}`
export const chooseFirst = 'Choose an outcome first.'
export const nothingSent =
  'Nobody is called until you start the batch. Calling rules, such as the hours and who was called before, are checked then.'
export const cancel = 'Cancel'

// People who asked not to be called
/** @param unclear people who may have asked */
export const optOuts = (asked: number, unclear: number) => {
  const sentences = [
    asked > 0 && `${people(asked)} asked not to be called.`,
    unclear > 0 && `${people(unclear)} may have asked not to be called: look at what they said.`,
    'Only people on the do-not-call list are never called again.',
  ]
  return sentences.filter(Boolean).join(' ')
}
export const lookAtIt = 'Unclear: look at what they said, then choose.'
export const addOptOuts = 'Add to do-not-call list'
export const optOutTitle = 'Add people to the do-not-call list'
export const optOutIntro =
  'A guess rests on a sentence in the transcript of the call. Clear the box of whoever did not ask for it.'
export const showRows = 'Show their calls'
export const optOutPeople = 'Asked not to be called'
export const allListed = (rows: number) =>
  rows === 1 ? 'This person is on the do-not-call list.' : `All ${people(rows)} are on the do-not-call list.`
export const addPeople = (count: number) =>
  count === 0 ? 'Add to do-not-call list' : `Add ${people(count)} to the do-not-call list`
export const choosePerson = 'Choose a person first.'
export const peopleAdded = (count: number) =>
  count === 0
    ? 'These numbers were already on the do-not-call list.'
    : `Added ${people(count)} to the do-not-call list.`
