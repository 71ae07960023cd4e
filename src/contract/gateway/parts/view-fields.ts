/** The pages that have saved views, and what a view stores. No zod here, because pages load this file. */

export const viewPages = ['live-calls', 'review', 'conversations'] as const
export type ViewPage = (typeof viewPages)[number]

/** The words of a search field. They may be a name or number, so a view stores them, but no address has them. */
export const viewWords = 'words'

/** What a view of each page may have: the parameters of its address that filter or sort, but not the open call or draft; and words. */
export const viewFields: Readonly<Record<ViewPage, readonly string[]>> = {
  'live-calls': ['agent', 'show', 'sentiment', 'sort'],
  review: ['agent', 'flow', 'assigned', 'age', 'sort', viewWords],
  conversations: ['state', 'agent', 'flow', 'updated', 'sort', 'order'],
}

/** Their values by name, none of them empty. */
export type ViewFilters = Readonly<Record<string, string>>

/** `perPage`: views of one operator for one page. */
export const savedViewLimits = { nameLength: 60, valueLength: 300, perPage: 50 } as const
