/** What cells of several lists show. */
import type { ReactNode } from 'react'
import { Ago, Time } from '#ui/time/time.tsx'

/** The value that most rows have, in grey, so that what differs is found without reading. A phone shows only what differs. */
export const Usual = ({ children }: { children: ReactNode }) => (
  <span data-usual="" className="text-muted @max-xl:sr-only">
    {children}
  </span>
)

/** A moment: with its day where there is room, else as an age. To the second, it is worth more room. */
export const Moment = ({ at, show }: { at: number | string; show?: 'second' }) => (
  <>
    <span className={show ? '@min-[46rem]:hidden' : '@min-[55rem]:hidden'}>
      <Ago at={at} />
    </span>
    <span className={show ? 'hidden @min-[46rem]:inline' : 'hidden @min-[55rem]:inline'}>
      <Time at={at} show={show ? 'day-and-second' : 'day-in-list'} />
    </span>
  </>
)
