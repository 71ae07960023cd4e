/** The saved views of the page behind the palette, as items. Only a page that has read its views has some, so this requests nothing. */
import Bookmark from 'lucide-react/icons/bookmark'
import { useLocation } from 'react-router'
import { queryClient, read } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import { searchOf, visibleTo } from '#components/saved-views/views.ts'
import { fitsWords, type ViewPage } from '#contract/index.ts'
import { paths } from '#kit/navigation/paths.ts'
import type { Item } from './use-highlighted.ts'

const pageAt: Readonly<Record<string, ViewPage>> = {
  [paths.calls()]: 'live-calls',
  [paths.review()]: 'review',
  [paths.conversations()]: 'conversations',
  [paths.endedCalls()]: 'ended-calls',
  [paths.batches()]: 'batches',
  [paths.agents()]: 'agents',
  [paths.flows()]: 'flows',
  [paths.messagingAgents()]: 'messaging-agents',
  [paths.messageFlows()]: 'message-flows',
}

/** @returns the items that fit a search text; none without a text */
export function useViewItems(text: string, navigateTo: (path: string) => () => void): Item[] {
  const { pathname } = useLocation()
  const myId = useMyId()
  const page = pageAt[pathname]
  if (!page || text.trim() === '') return []
  const cached = queryClient.getQueryData(read('savedViewList', { query: { page } }).queryKey)
  return visibleTo(cached?.data.views ?? [], myId)
    .map(({ id, name, filters }) => ({
      id: `view/${id}`,
      title: `View: ${name}`,
      note: '',
      icon: Bookmark,
      run: navigateTo(pathname + searchOf(filters)),
    }))
    .filter(({ title }) => fitsWords(text, title))
}
