/** Refusals of the do-not-call list: starts, calls and drafts to people on it, and invalid additions. */
import type { DoNotCallFacts, Refusal } from '#contract/index.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import { peopleText } from './people-text.ts'

const code = 'do_not_call'
const maxNamedAdditions = 3

/** For example "21,500". */
const counted = (count: number) => count.toLocaleString('en-GB')

/** For example "22 November 2026", in UTC, because the reader's time zone is unknown. */
const dateText = (at: number) => new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const additionText = ({ operator, at, reason }: DoNotCallFacts) =>
  `added by ${operator} on ${dateText(at)} (“${reason}”)`

/**
 * People of a start are on the do-not-call list, which nobody can overrule.
 *
 * @param total number of people of the start
 */
export function listOnDoNotCall(
  { indexes, by }: { indexes: unknown[]; by: (DoNotCallFacts & { people: number })[] },
  total: number,
): Refusal {
  const people = indexes.length
  const additions = by
    .slice(0, maxNamedAdditions)
    .map((addition) => `${addition.people === people ? '' : `${addition.people} `}${additionText(addition)}`)
  const others = by.length > maxNamedAdditions ? ', and others' : ''
  return refusal({
    status: 409,
    code,
    message: `${peopleText(people, total)} ${people === 1 ? 'is' : 'are'} on the do-not-call list: ${additions.join(', ')}${others}. Nothing was sent. Leave them out.`,
    fields: { people: String(people) },
  })
}

/** The number of a single call is on the do-not-call list. */
export const numberOnDoNotCall = (facts: DoNotCallFacts | undefined): Refusal =>
  refusal({
    status: 409,
    code,
    message: `This number is on the do-not-call list${facts ? `, ${additionText(facts)}` : ''}. Nobody was called.`,
  })

/** The recipient of a draft is on the do-not-call list. */
export const customerOnDoNotCall = (facts: DoNotCallFacts | undefined): Refusal =>
  refusal({
    status: 409,
    code,
    message: `This customer’s number is on the do-not-call list${facts ? `, ${additionText(facts)}` : ''}. Nothing was drafted or sent.`,
  })

/** The end date of an addition is in the past. */
export const endHasPassed = (): Refusal =>
  refusal({
    status: 400,
    code: 'invalid_request',
    message: 'The end date has passed. Nothing was added. Choose a later date, or none.',
    fields: { until: 'The end date has passed.' },
  })

/** Operators can undo their own additions for an hour. */
export const notUndoable = (): Refusal =>
  notFound(
    'You can undo your own additions for an hour. Nothing was changed. Ask a campaign manager or an administrator to remove the number.',
  )

/** The text of an addition is not a phone number. */
export const noNumber = (): Refusal =>
  refusal({
    status: 400,
    code: 'invalid_request',
    message:
      'This is not a valid phone number with a country code. Nothing was added. Enter a number such as +14155550134.',
    fields: { number: 'Enter a phone number with a country code, such as +14155550134.' },
  })

/** A file that cannot be imported. @param columns the columns that may have the numbers, if there are several */
export const notImported = (message: string, columns: readonly string[] = []): Refusal =>
  refusal({
    status: 400,
    code: columns.length > 0 ? 'choose_column' : 'invalid_request',
    message: `${message} Nothing was added.`,
    details: columns.join('\n'),
    fields: { file: message },
  })

/**
 * Makes the handler of a failure that ends work of which a part stays.
 *
 * @param done how much of it was recorded before
 */
export const cutOffAfter =
  (done: number, describe: () => Refusal) =>
  (error: unknown): never => {
    // guard: partial-import-is-told
    throw done > 0 && isDatabaseFault(error) ? describe() : error
  }

/**
 * The database failed while a file was imported. What was recorded stays.
 *
 * @param done numbers of the file that are on the list now @param numbers all its numbers
 */
export const importCutOff = (done: number, numbers: number): Refusal =>
  refusal({
    status: 503,
    code: 'partly_recorded',
    sent: 'yes',
    message: `${counted(done)} of ${counted(numbers)} numbers are on the do-not-call list. Then Switchboard could not record more. Ask an administrator to check this server's disk and database, and import the file again: numbers that are on the list stay as they are.`,
  })

/** The database failed while an addition was undone. */
export const undoCutOff = (removed: number): Refusal =>
  refusal({
    status: 503,
    code: 'partly_recorded',
    sent: 'yes',
    message: `${counted(removed)} numbers were removed. Then Switchboard could not record more, so the others stay. Ask an administrator to check this server's disk and database, and undo again.`,
  })

/** Some numbers of a file have no country code. @param likelyCountry the country of most other numbers (ISO 3166) */
export const countryNeeded = (numbers: number, likelyCountry: string | null): Refusal =>
  refusal({
    status: 400,
    code: 'choose_country',
    message: `${numbers} of the numbers ${numbers === 1 ? 'has' : 'have'} no country code. Nothing was added.`,
    details: likelyCountry ?? '',
    fields: { country: 'Choose the country of these numbers.' },
  })
