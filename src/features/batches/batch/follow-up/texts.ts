/** Texts of the dialog that prepares a follow-up batch. */
import type { CallOutcome } from '#contract/index.ts'
import { number, plural } from '#ui/text/format-number.ts'
import type { LeftOutReason } from './follow-up.ts'

export const loading = 'Sorting rows…'
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

const people = (rows: number) => plural(rows, 'person', 'people')
const leftOutTexts: Readonly<Record<LeftOutReason, (rows: number) => string>> = {
  asked: (rows) => `${number(rows)} asked not to be called`,
  mayHaveAsked: (rows) => `${number(rows)} may have asked not to be called: look at what they said`,
  wrongNumber: (rows) => plural(rows, 'wrong person', 'wrong persons'),
  listed: (rows) => `${number(rows)} on the do-not-call list`,
  hidden: (rows) => `${people(rows)} whose number the service does not show`,
  notChosen: (rows) => `${people(rows)} with outcomes that are not chosen`,
  open: (rows) => `${people(rows)} whom this batch will still call`,
  neverCalled: (rows) => `${people(rows)} never called, because the batch was cancelled`,
}
export const leftOutText = (reason: LeftOutReason, rows: number, guesses: number) =>
  [`${leftOutTexts[reason](rows)}.`, guessed(guesses, rows)].filter(Boolean).join(' ')

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
