import type { ReactNode } from 'react'

/** The value that most rows have: what differs is found without reading. */
export const Usual = ({ children }: { children: ReactNode }) => (
  <span data-usual="" className="text-faint">
    <span aria-hidden className="hidden @xl:inline">
      ·
    </span>
    <span className="sr-only">{children}</span>
  </span>
)
