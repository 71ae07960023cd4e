/** Searches conversations by customer and by words in messages. */
import { request } from '#api/client.ts'
import { useTypedSearch } from '#components/search/use-typed-search.ts'
import type { Contract, ResponseOf } from '#contract/index.ts'

export type SearchAnswer = ResponseOf<Contract['conversationSearch']>
export type MessageHit = NonNullable<SearchAnswer['hits'][number]['message']>

const debounceMs = 150
const search = (text: string, signal: AbortSignal) => request('conversationSearch', { body: { text } }, { signal })

/** The answer for the typed text, debounced; null: none yet. */
export const useConversationHits = (text: string) => useTypedSearch(text, search, debounceMs)
