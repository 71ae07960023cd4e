/** The pages that the rail, the palette and the keys know: one table. */
import Bot from 'lucide-react/icons/bot'
import BotMessageSquare from 'lucide-react/icons/bot-message-square'
import Gauge from 'lucide-react/icons/gauge'
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
import { paths } from './paths.ts'

export interface Place {
  id:
    | 'overview'
    | 'calls'
    | 'batches'
    | 'do-not-call'
    | 'review'
    | 'conversations'
    | 'agents'
    | 'messaging-agents'
    | 'flows'
    | 'message-flows'
    | 'settings'
  label: string
  path: string
  /** Everything under this belongs to it. */
  under: string
  icon: Icon
  /** Two keys, one after the other. */
  keys: string
  /** It is there only where the service offers this. */
  family?: Capability
}

const place = (id: Place['id'], label: string, path: string, icon: Icon, keys: string, family?: Capability): Place => ({
  id,
  label,
  path,
  under: `/${path.split('/')[1] ?? ''}`,
  icon,
  keys,
  family,
})

export const navigation: readonly { label: string; places: readonly Place[] }[] = [
  {
    label: 'Watch',
    places: [
      place('overview', 'Overview', paths.overview(), Gauge, 'g o'),
      place('calls', 'Live calls', paths.calls(), PhoneCall, 'g c'),
      place('batches', 'Batches', paths.batches(), Rows, 'g b'),
    ],
  },
  {
    label: 'Decide',
    places: [
      place('review', 'Review', paths.review(), ListChecks, 'g r'),
      place('conversations', 'Conversations', paths.conversations(), MessageSquare, 'g m'),
      place('do-not-call', 'Do not call', paths.doNotCall(), PhoneOff, 'g d'),
    ],
  },
  {
    label: 'Set up',
    places: [
      place('agents', 'Agents', paths.agents(), Bot, 'g a'),
      place(
        'messaging-agents',
        'Messaging agents',
        paths.messagingAgents(),
        BotMessageSquare,
        'g e',
        'messaging-agents',
      ),
      place('flows', 'Flows', paths.flows(), Waypoints, 'g f'),
      place('message-flows', 'Message flows', paths.messageFlows(), Workflow, 'g w', 'message-flows'),
      place('settings', 'Settings', paths.settings(), Settings, 'g s'),
    ],
  },
]

export const places: readonly Place[] = navigation.flatMap((group) => group.places)

/** Whether a page is there: where the service offers what it shows, as far as anybody knows. */
export function useIsOffered(): (place: Pick<Place, 'family'>) => boolean {
  const { extensions } = useSession()
  return ({ family }) => family === undefined || extensions[family] === true
}

/** Where an address belongs in the rail. */
export const placeOf = (pathname: string): Place | undefined =>
  places.find(({ under }) =>
    under === '/' ? pathname === '/' : pathname === under || pathname.startsWith(`${under}/`),
  )
