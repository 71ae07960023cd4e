/** Tables: saved views. */
import type { ViewPage } from '#contract/index.ts'

export interface SavedViewTables {
  /** Named filters of a page. An operator has one of each name. */
  saved_views: {
    id: string
    workspace: string
    page: ViewPage
    owner_id: string
    owner: string
    name: string
    /** The name in lower case, by which names are compared. */
    folded_name: string
    /** JSON of ViewFilters. */
    filters: string
    /** 1: the whole team sees it. */
    is_shared: number
  }
}
