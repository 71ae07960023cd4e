import type { ReactNode } from 'react'
import { Glyph, type Icon } from '../status/icon.tsx'

/** Shown instead of an empty list: what is missing and what to do. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: Icon
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  'use no memo'
  return (
    <div className="flex max-w-120 gap-2.5 px-4 py-6">
      {icon && (
        <span className="mt-0.5 text-muted">
          <Glyph icon={icon} />
        </span>
      )}
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <div className="text-soft text-pretty">{children}</div>
        {action && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  )
}
