/** The pages that the sidebar, the command palette and the keyboard shortcuts list. */
import Bot from 'lucide-react/icons/bot'
import BotMessageSquare from 'lucide-react/icons/bot-message-square'
import ChartColumn from 'lucide-react/icons/chart-column'
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
import * as texts from '../texts.tsx'
import { paths } from './paths.ts'

export interface NavPage {
  id: keyof typeof texts.pageLabels
  label: string
  path: string
  /** Addresses that begin with this belong to the page. */
  prefix: string
  icon: Icon
  /** Two keys, pressed one after the other. */
  keys: string
  /** The page is shown only if the service has this capability. */
  capability?: Capability
}

const navPage = (id: NavPage['id'], path: string, icon: Icon, keys: string, capability?: Capability): NavPage => ({
  id,
  label: texts.pageLabels[id],
  path,
  prefix: `/${path.split('/')[1] ?? ''}`,
  icon,
  keys,
  capability,
})

export const navigation: readonly { label: string; pages: readonly NavPage[] }[] = [
  {
    label: texts.watchGroup,
    pages: [
      navPage('overview', paths.overview(), Gauge, 'g o'),
      navPage('calls', paths.calls(), PhoneCall, 'g c'),
      navPage('recent-calls', paths.recentCalls(), History, 'g h'),
      navPage('batches', paths.batches(), Rows, 'g b'),
      navPage('reports', paths.reports(), ChartColumn, 'g n'),
    ],
  },
  {
    label: texts.decideGroup,
    pages: [
      navPage('review', paths.review(), ListChecks, 'g r'),
      navPage('conversations', paths.conversations(), MessageSquare, 'g m'),
      navPage('do-not-call', paths.doNotCall(), PhoneOff, 'g d'),
    ],
  },
  {
    label: texts.setUpGroup,
    pages: [
      navPage('agents', paths.agents(), Bot, 'g a'),
      navPage('messaging-agents', paths.messagingAgents(), BotMessageSquare, 'g e', 'messaging-agents'),
      navPage('flows', paths.flows(), Waypoints, 'g f'),
      navPage('message-flows', paths.messageFlows(), Workflow, 'g w', 'message-flows'),
      navPage('settings', paths.settings(), Settings, 'g s'),
    ],
  },
]

export const navPages: readonly NavPage[] = navigation.flatMap((group) => group.pages)

/** Whether a page is shown: it needs no capability, or the service is known to have it. */
export function useIsOffered(): (page: Pick<NavPage, 'capability'>) => boolean {
  const { extensions } = useSession()
  return ({ capability }) => capability === undefined || extensions[capability] === true
}

/** The page of the sidebar that an address belongs to. */
export const pageOf = (pathname: string): NavPage | undefined =>
  navPages.find(({ prefix }) =>
    prefix === '/' ? pathname === '/' : pathname === prefix || pathname.startsWith(`${prefix}/`),
  )
