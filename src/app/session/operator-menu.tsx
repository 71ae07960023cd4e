/** The account menu. Its list is loaded when the pointer or the focus reaches the button. */
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Suspense, useState } from 'react'
import { rolesText, useSession } from '#api/session.ts'
import { lazyPart } from '#ui/lazy-part.ts'
import { useMenu } from '#ui/overlays/menu.tsx'
import { Glyph } from '#ui/status/icon.tsx'

const loadList = () => import('./operator-menu-list.tsx')
const OperatorMenuList = lazyPart(loadList)
const SignOut = lazyPart(() => import('./sign-out.tsx'))

const initials = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('')

export function OperatorMenu({ onHelp }: { onHelp: () => void }) {
  'use no memo'
  const { operator } = useSession()
  const { trigger, open, listProps } = useMenu(loadList)
  /** Unfinished work in this browser; not empty while the operator is asked about it before signing out. */
  const [unfinished, setUnfinished] = useState<readonly string[]>([])
  if (!operator) return null
  return (
    <>
      <button
        type="button"
        {...trigger}
        className="print:hidden inline-flex h-control min-w-0 items-center gap-2 rounded-base px-1.5 text-left hover:bg-hover"
      >
        <span
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-tiny font-semibold text-accent"
        >
          {initials(operator.name)}
        </span>
        <span className="hidden min-w-0 leading-tight sm:block">
          <span className="sr-only">You are </span>
          <span className="block truncate text-label leading-4 font-medium">{operator.name}</span>
          <span className="block truncate text-tiny leading-3 text-muted">{rolesText(operator)}</span>
        </span>
        <span className="sr-only sm:hidden">You are {operator.name}</span>
        <span className="text-muted max-[23rem]:hidden">
          <Glyph icon={ChevronDown} size="small" />
        </span>
      </button>
      {open && (
        <Suspense>
          <OperatorMenuList operator={operator} onHelp={onHelp} onUnfinished={setUnfinished} {...listProps} />
        </Suspense>
      )}
      {unfinished.length > 0 && (
        <Suspense>
          <SignOut operatorId={operator.id} names={unfinished} onClose={() => setUnfinished([])} />
        </Suspense>
      )}
    </>
  )
}
