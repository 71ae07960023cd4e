/** Saved views: named filters of a page, for oneself or for the team. */
import * as z from 'zod/mini'
import { nonBlankUpTo } from '../../shared/wire.ts'
import { savedViewLimits, type ViewPage, viewPages } from './view-fields.ts'

const page = z.enum(viewPages)

export interface SavedView {
  id: string
  page: ViewPage
  name: string
  /** Parameters of the page's address, by name. */
  filters: Record<string, string>
  isShared: boolean
  /** The name and ID of the operator who saved it. */
  owner: string
  ownerId: string
}

/** What an operator chooses. The gateway checks that the page has these filters. */
const ViewValues = z.strictObject({
  name: nonBlankUpTo(savedViewLimits.nameLength),
  filters: z.record(z.string(), nonBlankUpTo(savedViewLimits.valueLength)),
  isShared: z.boolean(),
})
export type ViewValues = z.output<typeof ViewValues>

export const savedViewEndpoints = {
  /** The operator's own views of a page in this workspace, and those that colleagues share, by name. */
  savedViewList: { query: z.object({ page }), response: z.custom<{ views: SavedView[] }>() },
  /** For each page, an operator has at most 50 views, and none of the same name. */
  savedViewCreate: { body: z.extend(ViewValues, { page }), response: z.custom<SavedView>() },
  /** Administrators may change colleagues' shared views. */
  savedViewChange: { response: z.custom<SavedView>(), body: z.partial(ViewValues) },
  /** Administrators may delete colleagues' shared views. */
  savedViewDelete: { response: z.custom<SavedView>() },
}
