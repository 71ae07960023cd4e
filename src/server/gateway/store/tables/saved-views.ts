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

/** The statements that create them. */
export const savedViewTables = (): string[] => [
  `create table saved_views (id text primary key, workspace text not null, page text not null, owner_id text not null,
    owner text not null, name text not null, folded_name text not null, filters text not null, is_shared integer not null)`,
  'create unique index saved_views_name on saved_views (workspace, page, owner_id, folded_name)',
]
