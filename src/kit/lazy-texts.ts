/** Texts of the kit that the first page does not load. */
import { number, plural } from '#ui/text/format-number.ts'

// Leaving a form with unsaved changes
export const leaveTitle = (subject: string) => `Leave without saving ${subject}?`
export const keepEditing = 'Keep editing'
export const discardChanges = 'Discard changes'
export const notSaved = 'Your changes have not been saved. Nothing was sent.'

// Pages of a list
export const pageNumber = (page: number) => `Page ${number(page)}`
export const pageOfTotal = (page: number, total: number) => `Page ${number(page)} of ${number(total)}`
export const listRange = (
  first: number,
  last: number,
  total: number,
  [one, many]: readonly [one: string, many: string],
) => `${number(first)} to ${number(last)} of ${plural(total, one, many)}`
export const pagesOfList = (many: string) => `Pages of ${many}`
export const previousPage = 'Previous page'
export const nextPage = 'Next page'
export const firstPageReason = 'This is the first page.'
export const lastPageReason = 'This is the last page.'

// Permissions
export const cannotChange = "You can't change this"

// Keyboard
export const singleKeys = 'Single-key shortcuts'
export const singleKeysHint = 'Shortcuts without Ctrl or ⌘. When this is off, only shortcuts with Ctrl or ⌘ work.'
/** @param page the group of shortcuts that belongs to the open page */
export const onThisPage = (page: string) => `${page} (this page)`
