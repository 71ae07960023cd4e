/** Reads a whole list page by page, for lists that the service cannot search (interface 7). */
import { queryOptions } from '@tanstack/react-query'
import { type Contract, pageLimit, type ReadName, type Refusal, type ResponseOf } from '#contract/index.ts'
import { type Answer, type Arguments, request } from './client.ts'
import { freshness } from './freshness.ts'

/** Paged lists whose answer is a plain array. */
export type BareList = Extract<ReadName, 'messagingAgentList' | 'messageFlowList'>
type Item<Name extends BareList> = ResponseOf<Contract[Name]>[number]

/** More would take a third of the requests that everybody shares in a minute. */
export const maxPages = 20
/** What is read of a longer list. */
export const maxRecords = maxPages * pageLimit.most

/**
 * Creates the query options for all records of a list. Costs one request per hundred records; most workspaces have fewer.
 *
 * @param name a list of the contract
 * @returns options for `load` and `useRead`; the data are all records, or `maxRecords` of a longer list, with the age of the oldest page
 */
export function readWhole<Name extends BareList>(name: Name) {
  const { staleMs } = freshness[name]
  return queryOptions<Answer<Item<Name>[]>, Refusal>({
    queryKey: [name, { whole: true }],
    queryFn: async ({ signal }) => {
      const all = new Map<string, Item<Name>>()
      let readAt = Number.POSITIVE_INFINITY
      for (let page = 1; page <= maxPages; page += 1) {
        const args = { query: { page, limit: pageLimit.most } } as Arguments<Name>
        const answer = (await request(name, args, { signal })) as Answer<Item<Name>[]>
        const countBefore = all.size
        for (const item of answer.data) all.set(item._id || `${page}/${all.size}`, item)
        readAt = Math.min(readAt, answer.readAt)
        // A service without paging repeats the list, or sends more than one page.
        if (answer.data.length !== pageLimit.most || all.size === countBefore) break
      }
      return { data: [...all.values()], readAt, etag: null }
    },
    staleTime: staleMs,
  })
}
