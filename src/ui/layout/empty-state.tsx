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
  // Hardly ever rendered twice: memoization would only make the first page heavier.
  'use no memo'
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-1.5 px-4 py-12 text-center">
      {icon && (
        <span className="mb-1.5 grid size-10 place-items-center rounded-full border border-line-strong text-muted">
          <Glyph icon={icon} size="large" />
        </span>
      )}
      <p className="text-large font-semibold">{title}</p>
      <div className="text-soft text-pretty">{children}</div>
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
