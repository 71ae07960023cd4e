/** What cells of several lists show. */
import type { ReactNode } from 'react'
import { Ago, Time } from '#ui/time/time.tsx'

/** The value that most rows have, in grey, so that what differs is found without reading. A phone shows only what differs. */
export const Usual = ({ children }: { children: ReactNode }) => (
  <span data-usual="" className="text-muted @max-xl:sr-only">
    {children}
  </span>
)

/** A moment: with its day where there is room, as an age on a phone. */
export const Moment = ({ at, show }: { at: number | string; show?: 'second' }) => (
  <>
    <span className="@xl:hidden">
      <Ago at={at} />
    </span>
    <span className="hidden @xl:inline">
      <Time at={at} show={show ? 'day-and-second' : 'day-in-list'} />
    </span>
  </>
)
