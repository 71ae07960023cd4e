/** The pages that have saved views, and what a view stores. No zod here, because pages load this file. */

/** The words of a search field. They may be a name or number, so a view stores them, but no address has them. */
export const viewWords = 'words'

/** How a list shows its rows. */
const shown = ['sort', 'order', 'columns']

/** What a view of each page may have: the parameters of its address that filter or sort, but not the open call or draft; and words. */
export const viewFields = {
  'live-calls': ['agent', 'show', 'sentiment', 'sort'],
  review: ['agent', 'flow', 'assigned', 'age', 'sort', viewWords],
  conversations: ['state', 'agent', 'flow', 'updated', ...shown],
  // `state`: of views that were saved when the list was filtered by it. It says that it is not any more.
  'ended-calls': ['outcome', 'transcript', 'agent', ...shown, 'state'],
  batches: ['state', 'agent', 'by', 'started', ...shown],
  'batch-calls': ['outcome', 'status', 'reason', ...shown],
  agents: ['state', 'model', ...shown],
  flows: ['state', 'direction', 'agent', ...shown],
  'messaging-agents': ['status', 'channel', 'model', ...shown],
  'message-flows': ['state', 'channel', 'direction', 'agent', ...shown],
  'do-not-call': shown,
  operators: ['roles', 'state', ...shown],
  audit: ['endpoint', 'thing', 'operator', 'state', 'from', 'to', 'columns'],
}
export type ViewPage = keyof typeof viewFields
export const viewPages = Object.keys(viewFields) as ViewPage[]

/** Their values by name, none of them empty. */
export type ViewFilters = Readonly<Record<string, string>>

const formerStates: Readonly<Record<string, ViewFilters>> = {
  with_transcript: { transcript: 'yes' },
  failed: { outcome: 'failed' },
  ended: {},
}
/** Filters that a page had before, with what says the same now; undefined: nothing does. */
const formerFilters: Partial<Record<ViewPage, Readonly<Record<string, (value: string) => ViewFilters | undefined>>>> = {
  conversations: { days: (value) => ({ updated: value }) },
  'ended-calls': {
    state: (value) => formerStates[value],
    columns: (value) => ({ columns: value.replace(/\bstate\b/, 'outcome') }),
  },
}

/** The filters of a saved view or an address, as the page has them now. What nothing says any more stays as it is. */
export function presentFilters(page: ViewPage, filters: ViewFilters): ViewFilters {
  const former = new Map(Object.entries(formerFilters[page] ?? {}))
  const presentOf = (name: string, value: string) => former.get(name)?.(value) ?? { [name]: value }
  return Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => Object.entries(presentOf(name, value))))
}

/** `perPage`: views of one operator for one page. */
export const savedViewLimits = { nameLength: 60, valueLength: 300, perPage: 50 } as const
