/** A line of the banner, which warns at the top of every page. */
import type { ReactNode } from 'react'
import { Glyph, type Icon } from '#ui/status/icon.tsx'

export const BannerLine = ({ icon, children }: { icon: Icon; children: ReactNode }) => (
  <p className="flex items-start gap-2 bg-danger-soft px-3 py-2 sm:px-gutter">
    <span className="mt-0.5 text-danger">
      <Glyph icon={icon} />
    </span>
    <span className="min-w-0">{children}</span>
  </p>
)
