/** Search parameters of the pages of batches that are no part of a list's state. An invalid value falls back to its default. */
import { idPattern } from '#contract/index.ts'
import { anyText, matching } from '#kit/navigation/search-params.ts'

/** Of the list: IDs of launches whose batches have lines of their own, separated by commas. */
export const launchFields = { open: anyText }

/** Of a batch: the call whose panel is open. */
export const batchFields = { call: matching(idPattern, null) }
