/** What cells of several lists show. */
import type { ReactNode } from 'react'
import { Ago, Time } from '#ui/time/time.tsx'

/** The value that most rows have: what differs is found without reading. */
export const Usual = ({ children }: { children: ReactNode }) => (
  <span data-usual="" className="text-faint">
    <span aria-hidden className="hidden @xl:inline">
      ·
    </span>
    <span className="sr-only">{children}</span>
  </span>
)

/** A moment: with its day where there is room, as an age on a phone. */
export const Moment = ({ at, show }: { at: number | string; show?: 'second' }) => (
  <>
    <span className="@xl:hidden">
      <Ago at={at} />
    </span>
    <span className="hidden @xl:inline">
      <Time at={at} show={show ? 'day-and-second' : 'day-and-time'} />
    </span>
  </>
)
