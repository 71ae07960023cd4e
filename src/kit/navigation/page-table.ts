/** The entries of the sidebar with their pages. An entry of several pages shows them as tabs; the palette and the shortcuts list each page. */
import Bot from 'lucide-react/icons/bot'
import BotMessageSquare from 'lucide-react/icons/bot-message-square'
import ChartColumn from 'lucide-react/icons/chart-column'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import Gauge from 'lucide-react/icons/gauge'
import History from 'lucide-react/icons/history'
import ListChecks from 'lucide-react/icons/list-checks'
import MessageSquare from 'lucide-react/icons/message-square'
import PhoneCall from 'lucide-react/icons/phone-call'
import PhoneOff from 'lucide-react/icons/phone-off'
import Rows from 'lucide-react/icons/rows-3'
import Settings from 'lucide-react/icons/settings-2'
import Waypoints from 'lucide-react/icons/waypoints'
import Workflow from 'lucide-react/icons/workflow'
import { useSession } from '#api/session.ts'
import type { Capability } from '#contract/index.ts'
import type { Icon } from '#ui/status/icon.tsx'
import type { pageKeywords } from './navigation-texts.ts'
import { paths } from './paths.ts'

export interface NavPage {
  id: keyof typeof pageKeywords
  label: string
  /** What the page is called among the other pages of its entry. */
  tabLabel: string
  path: string
  icon: Icon
  /** Two keys, pressed one after the other. */
  keys: string
  /** The page is shown only if the service has this capability. */
  capability?: Capability
}

export interface NavEntry {
  label: string
  /** The first is the page that the entry opens. */
  pages: readonly [NavPage, ...NavPage[]]
}

type PageOptions = Partial<Pick<NavPage, 'tabLabel' | 'capability'>>

const page = (
  id: NavPage['id'],
  label: string,
  path: string,
  icon: Icon,
  keys: string,
  options: PageOptions = {},
): NavPage => ({ id, label, tabLabel: label, path, icon, keys, ...options })

/** An entry with one page, whose name it has. */
const single = (only: NavPage): NavEntry => ({ label: only.label, pages: [only] })

export const navigation: readonly NavEntry[] = [
  {
    label: 'Overview',
    pages: [
      page('overview', 'Overview', paths.overview(), Gauge, 'g o', { tabLabel: 'Today' }),
      page('unfinished', 'Unfinished', paths.unfinished(), CircleDashed, 'g u'),
    ],
  },
  {
    label: 'Calls',
    pages: [
      page('calls', 'Live calls', paths.calls(), PhoneCall, 'g c', { tabLabel: 'Live' }),
      page('ended-calls', 'Ended calls', paths.endedCalls(), History, 'g h', { tabLabel: 'Ended' }),
      page('do-not-call', 'Do not call', paths.doNotCall(), PhoneOff, 'g d'),
    ],
  },
  single(page('batches', 'Batches', paths.batches(), Rows, 'g b')),
  single(page('review', 'Review', paths.review(), ListChecks, 'g r')),
  single(page('conversations', 'Conversations', paths.conversations(), MessageSquare, 'g m')),
  {
    label: 'Agents',
    pages: [
      page('agents', 'Agents', paths.agents(), Bot, 'g a', { tabLabel: 'Voice' }),
      page('messaging-agents', 'Messaging agents', paths.messagingAgents(), BotMessageSquare, 'g e', {
        tabLabel: 'Messaging',
        capability: 'messaging-agents',
      }),
    ],
  },
  {
    label: 'Flows',
    pages: [
      page('flows', 'Flows', paths.flows(), Waypoints, 'g f', { tabLabel: 'Calls' }),
      page('message-flows', 'Message flows', paths.messageFlows(), Workflow, 'g w', {
        tabLabel: 'Messages',
        capability: 'message-flows',
      }),
    ],
  },
  single(page('reports', 'Reports', paths.reports(), ChartColumn, 'g n')),
  single(page('settings', 'Settings', paths.settings(), Settings, 'g s')),
]

export const navPages: readonly NavPage[] = navigation.flatMap(({ pages }) => pages)

/** Whether a page is shown: it needs no capability, or the service is known to have it. */
export function useIsOffered(): (page: Pick<NavPage, 'capability'>) => boolean {
  const { extensions } = useSession()
  return ({ capability }) => capability === undefined || extensions[capability] === true
}

/** Reports and settings open with their first part, and consist of all of them. */
const wholePaths: Partial<Record<NavPage['id'], string>> = { reports: '/reports', settings: '/settings' }

/** The page that an address belongs to: the one whose address it has most of. */
export function pageOf(pathname: string): NavPage | undefined {
  const baseOf = ({ id, path }: NavPage) => wholePaths[id] ?? path
  return navPages
    .filter((page) => pathname === baseOf(page) || pathname.startsWith(`${baseOf(page)}/`))
    .reduce<NavPage | undefined>(
      (best, page) => (best && baseOf(best).length >= baseOf(page).length ? best : page),
      undefined,
    )
}

/** The entry of the sidebar that an address belongs to. */
export function entryOf(pathname: string): NavEntry | undefined {
  const current = pageOf(pathname)
  return current && navigation.find(({ pages }) => pages.includes(current))
}
