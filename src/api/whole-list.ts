/** A list that the service gives bare and cannot search (interface 7), read as a whole. */
import { queryOptions } from '@tanstack/react-query'
import { type Contract, pageLimit, type ReadName, type Refusal, type ResponseOf } from '#contract/index.ts'
import { type Answer, type Arguments, request } from './client.ts'
import { freshness } from './freshness.ts'

/** The lists whose answer is the list itself, and that take a page. */
export type BareList = Extract<ReadName, 'messagingAgentList' | 'messageFlowList'>
type Item<Name extends BareList> = ResponseOf<Contract[Name]>[number]

/** Most pages that are read: 2,000 records. A service that has more is slow to show for other reasons. */
const mostPages = 20

/**
 * Names the read of all records of a list. It costs one request for each hundred of them; nearly every workspace has fewer.
 *
 * @param name a list of the contract
 * @returns query options as `read` returns them, for `load` and `useRead`; the data are all records, and their age that of the oldest page
 */
export function readWhole<Name extends BareList>(name: Name) {
  const { staleMs } = freshness[name]
  return queryOptions<Answer<Item<Name>[]>, Refusal>({
    queryKey: [name, { whole: true }],
    queryFn: async ({ signal }) => {
      const all = new Map<string, Item<Name>>()
      let readAt = Number.POSITIVE_INFINITY
      for (let page = 1; page <= mostPages; page += 1) {
        const args = { query: { page, limit: pageLimit.most } } as Arguments<Name>
        const answer = (await request(name, args, { signal })) as Answer<Item<Name>[]>
        const before = all.size
        for (const item of answer.data) all.set(item._id || `${page}/${all.size}`, item)
        readAt = Math.min(readAt, answer.readAt)
        // A service that knows no pages answers with the same list again, or with more than was asked for.
        if (answer.data.length !== pageLimit.most || all.size === before) break
      }
      return { data: [...all.values()], readAt, etag: null }
    },
    staleTime: staleMs,
  })
}
