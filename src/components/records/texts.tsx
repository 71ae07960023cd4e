/** Texts of the lists, pages and forms of records. Callers name the record: ['message flow', 'message flows']. */
import type { ReactNode } from 'react'
import { maxRecords } from '#api/all-records.ts'
import type { ErrorText } from '#ui/layout/error-state.tsx'
import { number, plural } from '#ui/text/format-number.ts'

type Noun = readonly [one: string, many: string]

const capitalized = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase())

// Lists
export const listTitle = ([, many]: Noun) => capitalized(many)
export const recordCount = (total: number, [one, many]: Noun) => plural(total, one, many)
export const newRecord = (noun: string) => `New ${noun}`
export const searchByName = ([, many]: Noun) => `Search ${many} by name`
export const noRecordsYet = ([, many]: Noun) => `No ${many} yet`
/** @param total null: the service does not say how many there are; `requests` is null then too */
export const longList = (total: number | null, [, many]: Noun, requests: number | null) =>
  `${total === null ? `There are more than 100 ${many}` : `There are ${number(total)} ${many}`}, so this list is loaded page by page. To sort and filter, Switchboard needs ${
    total !== null && total > maxRecords ? `the first ${number(maxRecords)}` : 'all'
  } of them, ${
    requests === null ? 'with one request for each 100' : `which takes ${plural(requests, 'request', 'requests')}`
  } of the 60 that everybody shares in a minute.`
export const loadAll = ([, many]: Noun, total: number | null) =>
  total !== null && total > maxRecords ? `Load the first ${number(maxRecords)} ${many}` : `Load all ${many}`
/**
 * @param total null: the service does not say how many there are
 * @param canPage the list can be shown page by page instead
 */
export const cutList = (total: number | null, [, many]: Noun, canPage: boolean) =>
  `${
    total === null ? `There are ${number(maxRecords)} ${many} or more` : `There are ${number(total)} ${many}`
  }, and Switchboard loads the first ${number(maxRecords)}. Sorting, filters, counts and exports leave out the others. ${
    canPage
      ? 'To find one of those, show the list page by page and search by name.'
      : 'To open one of those, paste its ID into the search at the top.'
  }`
/** The count of a list of which only a part is loaded. */
export const firstRecords = (loaded: number, [, many]: Noun) => `First ${number(loaded)} ${many}`

// Page of one record
export const moreActions = 'More actions'
export const updatedAgo = (ago: ReactNode) => <>Updated {ago}</>
/**
 * @param labels the fields that the service's answer does not show as they were sent
 * @param why a sentence that explains it; '' for none
 */
export const notAppliedNote = (labels: readonly string[], why = ''): ErrorText => ({
  message: `Saved, but the service did not apply your changes to: ${labels.map((label) => label.toLowerCase()).join(', ')}.`,
  advice: `This page shows the values that the service has now. ${why}`.trim(),
})

// A record that was deleted while its page or form was open
export const deletedMeanwhile = (noun: string): ErrorText => ({
  message: `This ${noun} was deleted.`,
  advice: 'The page shows it as it was before.',
})
export const deletedWhileEditing = (noun: string): ErrorText => ({
  message: `This ${noun} was deleted, so it cannot be saved.`,
  advice: `Your changes are still here. If you close this tab, the page of a new ${noun} lists them.`,
})

// Form
export const editTitle = (name: string) => `Edit ${name}`
export const loadingRecord = (noun: string) => `Loading ${noun}…`
export const showList = ([, many]: Noun) => `Show ${many}`
export const showRecord = (noun: string) => `Show ${noun}`
export const createRecord = (noun: string) => `Create ${noun}`
export const saveRecord = (noun: string) => `Save ${noun}`
export const changedFields = (count: number) => `${plural(count, 'field', 'fields')} changed`
export const notCreated = (noun: string) => `The ${noun} was not created.`
export const notSaved = (noun: string) => `The ${noun} was not saved.`
/** Completes "Leave without saving …?" */
export const unsavedNew = (noun: string) => `this new ${noun}`
export const unsaved = (noun: string) => `this ${noun}`
export const fieldMissing = (label: string) => `Enter the ${label.toLowerCase()}.`
export const fieldTooLong = (label: string, maximum: number, length: number) =>
  `${label} can have at most ${number(maximum)} characters. This one has ${number(length)}.`
export const fieldInvalid = (label: string) => `${label}: the service does not support this value. Choose another one.`

// Asking before a flow with problems is activated
export const activateWithProblems = (noun: string, count: number) =>
  `Activate the ${noun} with ${plural(count, 'problem', 'problems')}?`
export const activateRecord = (noun: string) => `Activate ${noun} anyway`
export const moreProblems = (count: number) => `${plural(count, 'more problem', 'more problems')}.`

// Suggestions of a field that takes any value
const named = (name: string, note: string) => (name === '' ? note : `${name} · ${note}`)
export const usedValue = (name: string, count: number, [one, many]: Noun) =>
  named(name, `used by ${plural(count, one, many)}`)
export const suggestedValue = (name: string) => named(name, 'suggestion')

// A field's value, when two versions are compared
const on = 'On'
const off = 'Off'
const empty = 'Empty'
export const fieldValue = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? on : off) : value === null || value === '' ? empty : String(value)

// Edit conflict
export const changedByOther = (noun: string) =>
  `Someone else changed this ${noun} while you were editing. Nothing was sent.`
export const chooseVersions = (time: ReactNode) => (
  <>Changed {time}. For each field that you both changed, choose a version. Then save again.</>
)
export const saveAgain = (time: ReactNode) => <>Changed {time}. Save again to send your changes.</>
export const adoptedField = (label: string, value: ReactNode) => (
  <>
    {label}: {value}
  </>
)

// Delete
export const deleteTitle = (noun: string, name: string) => `Delete the ${noun} “${name}”?`
export const deleted = (noun: string, name: string) => `Deleted the ${noun} “${name}”.`
