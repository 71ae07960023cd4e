/** The pages that have saved views, and what a view stores. No zod here, because pages load this file. */

export const viewPages = ['live-calls', 'review', 'conversations'] as const
export type ViewPage = (typeof viewPages)[number]

/**
 * The parameters of each page's address that a view may have: its filters and its order, but not the open call or draft. No view has a
 * search text: it may be a name or number, so it is not in addresses either.
 */
export const viewFields: Readonly<Record<ViewPage, readonly string[]>> = {
  'live-calls': ['agent', 'show', 'sentiment', 'sort'],
  review: ['agent', 'flow', 'assigned', 'age', 'sort'],
  conversations: ['state', 'agent', 'flow', 'days', 'sort', 'order'],
}

/** Values of these parameters by name, none of them empty. */
export type ViewFilters = Readonly<Record<string, string>>

/** `perPage`: views of one operator for one page. */
export const savedViewLimits = { nameLength: 60, valueLength: 300, perPage: 50 } as const
