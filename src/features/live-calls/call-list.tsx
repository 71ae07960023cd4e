/** The wall as a list beside the open call, in a wide window: the same calls, filters and order. */
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { read, useRead } from '#api/reads.ts'
import { type Card, useWall } from '#components/calls/wall.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { paths } from '#kit/navigation/paths.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { Kbd } from '#ui/text/kbd.tsx'
import { useIsPointedAt } from '#ui/use-is-pointed-at.ts'
import { CallCard } from './call-card.tsx'
import * as texts from './texts.tsx'
import { filterCards, inKeptPlaces, needsLook, neighbourOf, sharedFactsOf, showsOwnAge, sortBy } from './wall-cards.ts'
import { wallFields } from './wall-filters.ts'

/** The list shows what is known and reads no call: the open one needs the requests. */
const wallRead = read('liveCallList', {}, 'background')
/** Lets the gateway read the list of calls every 15 seconds, once for everybody, if the service has one. */
const noticesRead = { ...read('callNoticeList', {}, 'background'), refetchInterval: 15_000 }

interface Props {
  cards: readonly Card[]
  roomName: string
  /** The filters as they stand in the address. */
  search: string
}

function CallItems({ cards, roomName, search }: Props) {
  const navigate = useNavigate()
  const open = (step: 1 | -1) => {
    const neighbour = neighbourOf(cards, roomName, step)
    if (neighbour) void navigate({ pathname: paths.call(neighbour.call.roomName), search })
  }
  useShortcut('calls.next', () => open(1))
  useShortcut('calls.previous', () => open(-1))
  const shared = sharedFactsOf(cards)
  return cards.map((card) => (
    <li key={card.call.roomName}>
      <CallCard
        card={card}
        showsAgent={false}
        showsAge={showsOwnAge(card, shared)}
        isOpen={card.call.roomName === roomName}
        search={search}
      />
    </li>
  ))
}

/** How many need a look; nothing if none does. Without a call, why. */
function aboutCalls(cards: readonly Card[], shown: readonly Card[]): string {
  if (cards.length === 0) return texts.noCalls
  if (shown.length === 0) return texts.noMatchForFilters
  const count = cards.filter(needsLook).length
  return count > 0 ? texts.needAttention(count) : ''
}

/** Somebody reads the open call beside the list, so the cards are put in their order only when another one is opened. */
function useKeptPlaces(cards: readonly Card[], wall: readonly Card[], address: string, isPointedAt: boolean) {
  const [kept, setKept] = useState<{ address: string; cards: readonly Card[] }>({ address, cards })
  const isSorted = kept.address !== address && !isPointedAt
  const shown = isSorted ? cards : inKeptPlaces(kept.cards, cards, wall)
  if (kept.address !== address || kept.cards !== shown) setKept({ address, cards: shown })
  return shown
}

export function CallList({ roomName }: { roomName: string }) {
  const [{ agent, sentiment, show, sort }] = useSearch(wallFields)
  const { search } = useLocation()
  const { isPointedAt, handlers } = useIsPointedAt()
  const wall = useRead(wallRead)
  const cards = useWall(wall, false, sortBy(sort))
  useRead(noticesRead)
  const shown = useKeptPlaces(
    filterCards(cards, { agent, sentiment, needsLook: show === 'needing-look' }),
    cards,
    roomName + search,
    isPointedAt,
  )
  // The column stays without calls: the transcript beside it must not move when one begins.
  return (
    <nav
      aria-label={texts.callsLabel}
      className="print:hidden sticky top-[calc(var(--spacing-top-bar)+var(--banner-height,0px))] flex h-[calc(100dvh-var(--spacing-top-bar)-var(--banner-height,0px))] w-[17rem] shrink-0 flex-col gap-2 border-r border-line"
      {...handlers}
    >
      <p className="flex items-center justify-between gap-2 px-3 pt-4 text-label text-muted">
        <span>{wall.data && aboutCalls(cards, shown)}</span>
        <span aria-hidden className="whitespace-nowrap">
          Move <Kbd keys="j" /> <Kbd keys="k" />
        </span>
      </p>
      <ul className="flex min-h-0 flex-1 flex-col gap-1.5 overflow-y-auto px-3 pb-4">
        <CallItems cards={shown} roomName={roomName} search={search} />
      </ul>
    </nav>
  )
}
