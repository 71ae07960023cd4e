/** Texts of the lists, pages and forms of records. Callers name the record: ['message flow', 'message flows']. */
import type { ReactNode } from 'react'
import { maxRecords } from '#api/all-records.ts'
import type { ErrorText } from '#ui/layout/error-state.tsx'
import { number, plural } from '#ui/text/format-number.ts'

type Noun = readonly [one: string, many: string]

const capitalized = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase())

// Lists
export const listTitle = ([, many]: Noun) => capitalized(many)
export const newRecord = (noun: string) => `New ${noun}`
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

// Page of one record
export const updatedAgo = (ago: ReactNode) => <>Updated {ago}</>
/**
 * @param labels the fields that the service's answer does not show as they were sent
 * @param why a sentence that explains it; '' for none
 */
export const notAppliedNote = (labels: readonly string[], why = ''): ErrorText => ({
  message: `Saved, but the service did not apply your changes to: ${labels.map((label) => label.toLowerCase()).join(', ')}.`,
  advice: `This page shows the values that the service has now. ${why}`.trim(),
})

// Form
export const editTitle = (name: string) => `Edit ${name}`
export const loadingRecord = (noun: string) => `Loading ${noun}…`
export const showList = ([, many]: Noun) => `Show ${many}`
export const showRecord = (noun: string) => `Show ${noun}`
export const fieldMissing = (label: string) => `Enter the ${label.toLowerCase()}.`
export const fieldTooLong = (label: string, maximum: number, length: number) =>
  `${label} can have at most ${number(maximum)} characters. This one has ${number(length)}.`
export const fieldInvalid = (label: string) => `${label}: the service does not support this value. Choose another one.`

// A field's value, when two versions are compared
const on = 'On'
const off = 'Off'
const empty = 'Empty'
export const fieldValue = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? on : off) : value === null || value === '' ? empty : String(value)
