/** Which conversations the list shows, and in which order. The address has the choice, but never names or numbers. Pure. */
import * as z from 'zod/mini'
import { type Contract, idPattern, type ResponseOf } from '#contract/index.ts'

export type SeenConversation = ResponseOf<Contract['conversationSeen']>['conversations'][number]

/** What a conversation waits for. One may be in several states, for example with a draft and an undelivered message. */
export const conversationStates = ['review', 'customer', 'undelivered', 'answered', 'unread'] as const
export type ConversationState = (typeof conversationStates)[number]

/** Days since the last change. */
export const periods = ['1', '7', '30'] as const

export const sortColumns = ['customer', 'review', 'last', 'number', 'agent', 'updated'] as const
export type SortColumn = (typeof sortColumns)[number]

const idField = z.optional(z.string().check(z.regex(idPattern)))

export const ListSearch = z.object({
  state: z.optional(z.enum(conversationStates)),
  agent: idField,
  flow: idField,
  days: z.optional(z.enum(periods)),
  sort: z._default(z.enum(sortColumns), 'updated'),
  order: z.optional(z.enum(['ascending', 'descending'])),
  page: z._default(z.pipe(z.coerce.number<string>(), z.int().check(z.gte(1))), 1),
})
export type ListSearch = z.output<typeof ListSearch>
export type ListFilter = Pick<ListSearch, 'state' | 'agent' | 'flow' | 'days'>

const hasState: Record<ConversationState, (row: SeenConversation) => boolean> = {
  review: ({ drafts }) => drafts > 0,
  customer: ({ isRead, inbound, drafts }) => isRead && inbound && drafts === 0,
  undelivered: ({ undelivered }) => undelivered > 0,
  answered: ({ isRead, inbound, drafts, undelivered }) => isRead && !inbound && drafts + undelivered === 0,
  unread: ({ isRead }) => !isRead,
}

const dayMs = 24 * 3_600_000

/** @param now epoch ms */
export const isShown = (row: SeenConversation, { state, agent, flow, days }: ListFilter, now: number): boolean =>
  (state === undefined || hasState[state](row)) &&
  (agent === undefined || row.agentId === agent) &&
  (flow === undefined || row.flowId === flow) &&
  (days === undefined || Date.parse(row.updatedAt) >= now - Number(days) * dayMs)

/** The order in which a column is sorted first: names from A, what waits and what is new first. */
export const firstOrder: Record<SortColumn, 'ascending' | 'descending'> = {
  customer: 'ascending',
  review: 'descending',
  last: 'descending',
  number: 'ascending',
  agent: 'ascending',
  updated: 'descending',
}

export const orderOf = ({ sort, order }: Pick<ListSearch, 'sort' | 'order'>) => order ?? firstOrder[sort]

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
/** Rows without a value come last when the order ascends. */
const byText = (one: string, other: string) => Number(one === '') - Number(other === '') || collator.compare(one, other)

const compare: Record<SortColumn, (one: SeenConversation, other: SeenConversation) => number> = {
  customer: (one, other) => byText(one.title, other.title),
  review: (one, other) => one.drafts - other.drafts || one.undelivered - other.undelivered,
  // The customer's messages wait for somebody, so they come first.
  last: (one, other) => Number(one.inbound) - Number(other.inbound),
  number: (one, other) => byText(one.phone ?? '', other.phone ?? ''),
  agent: (one, other) => byText(one.agentName ?? '', other.agentName ?? ''),
  updated: (one, other) => one.updatedAt.localeCompare(other.updatedAt),
}

/** Rows that are equal stay in their order, the latest first. */
export function sorted<Row extends SeenConversation>(
  rows: readonly Row[],
  search: Pick<ListSearch, 'sort' | 'order'>,
): Row[] {
  const sign = orderOf(search) === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => sign * compare[search.sort](one, other))
}

export const rowsPerPage = 100

/** The rows of a page. A page that does not exist becomes the last one. */
export function paginate<Row>(rows: readonly Row[], wanted: number) {
  const totalPages = Math.max(1, Math.ceil(rows.length / rowsPerPage))
  const page = Math.min(wanted, totalPages)
  const pagination = {
    page,
    limit: rowsPerPage,
    total: rows.length,
    totalPages,
    hasNext: page < totalPages,
    hasPrev: page > 1,
  }
  return { rows: rows.slice((page - 1) * rowsPerPage, page * rowsPerPage), pagination }
}
