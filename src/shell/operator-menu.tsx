/** Who I am; what one can do about it is loaded when it is first wanted. */
import ChevronDown from 'lucide-react/icons/chevron-down'
import { lazy, Suspense } from 'react'
import { roleNames, useSession } from '#api/session.ts'
import type { Operator } from '#contract/index.ts'
import { Glyph } from '#ui/icon.tsx'
import { useMenu } from '#ui/menu.tsx'

const load = () => import('./operator-menu-list.tsx')
const List = lazy(load)

export const rolesOf = ({ roles }: Operator) => roles.map((role) => roleNames[role]).join(', ')
const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('')

export function OperatorMenu({ onHelp }: { onHelp: () => void }) {
  const { operator } = useSession()
  const { trigger, open, opened } = useMenu(load)
  if (!operator) return null
  return (
    <>
      <button
        type="button"
        {...trigger}
        className="inline-flex h-control min-w-0 items-center gap-2 rounded-base px-1.5 text-left hover:bg-hover"
      >
        <span
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-tiny font-semibold text-accent"
        >
          {initials(operator.name)}
        </span>
        <span className="hidden min-w-0 leading-tight sm:block">
          <span className="sr-only">You are </span>
          <span className="block truncate text-label font-medium">{operator.name}</span>
          <span className="block truncate text-tiny leading-3 text-muted">{rolesOf(operator)}</span>
        </span>
        <span className="sr-only sm:hidden">You are {operator.name}</span>
        <span className="text-muted">
          <Glyph icon={ChevronDown} size="small" />
        </span>
      </button>
      {open && (
        <Suspense>
          <List operator={operator} onHelp={onHelp} {...opened} />
        </Suspense>
      )}
    </>
  )
}
