/** The pages that the rail, the palette and the keys know: one table. */
import Bot from 'lucide-react/icons/bot'
import Gauge from 'lucide-react/icons/gauge'
import ListChecks from 'lucide-react/icons/list-checks'
import MessageSquare from 'lucide-react/icons/message-square'
import PhoneCall from 'lucide-react/icons/phone-call'
import PhoneOff from 'lucide-react/icons/phone-off'
import Rows from 'lucide-react/icons/rows-3'
import Settings from 'lucide-react/icons/settings-2'
import Waypoints from 'lucide-react/icons/waypoints'
import type { Icon } from '#ui/status/icon.tsx'
import { paths } from './paths.ts'

export interface Place {
  id: 'overview' | 'calls' | 'batches' | 'do-not-call' | 'review' | 'conversations' | 'agents' | 'flows' | 'settings'
  label: string
  path: string
  /** Everything under this belongs to it. */
  under: string
  icon: Icon
  /** Two keys, one after the other. */
  keys: string
  /** A line in the palette for those who look for it by another word. */
  also: string
}

const place = (id: Place['id'], label: string, path: string, icon: Icon, keys: string, also: string): Place => ({
  id,
  label,
  path,
  under: `/${path.split('/')[1] ?? ''}`,
  icon,
  keys,
  also,
})

export const navigation: readonly { label: string; places: readonly Place[] }[] = [
  {
    label: 'Watch',
    places: [
      place('overview', 'Overview', paths.overview(), Gauge, 'g o', 'home, start'),
      place('calls', 'Live calls', paths.calls(), PhoneCall, 'g c', 'wall, transcript, rooms'),
      place('batches', 'Batches', paths.batches(), Rows, 'g b', 'campaigns, CSV'),
    ],
  },
  {
    label: 'Decide',
    places: [
      place('review', 'Review', paths.review(), ListChecks, 'g r', 'drafts, approve, reject'),
      place('conversations', 'Conversations', paths.conversations(), MessageSquare, 'g m', 'messages, customers'),
      place('do-not-call', 'Do not call', paths.doNotCall(), PhoneOff, 'g d', 'opt-out, DNC, suppression, block'),
    ],
  },
  {
    label: 'Set up',
    places: [
      place('agents', 'Agents', paths.agents(), Bot, 'g a', 'voices, models'),
      place('flows', 'Flows', paths.flows(), Waypoints, 'g f', 'routing, rules'),
      place(
        'settings',
        'Settings',
        paths.settings(),
        Settings,
        'g s',
        'service, budget, operators, keyboard, appearance',
      ),
    ],
  },
]

export const places: readonly Place[] = navigation.flatMap((group) => group.places)

/** Where an address belongs in the rail. */
export const placeOf = (pathname: string): Place | undefined =>
  places.find(({ under }) =>
    under === '/' ? pathname === '/' : pathname === under || pathname.startsWith(`${under}/`),
  )
