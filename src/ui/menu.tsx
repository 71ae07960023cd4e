/** Actions that open from a button. The list itself is loaded when it is first wanted. */
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'

export interface MenuItem {
  key: string
  label: ReactNode
  /** A second line. */
  note?: ReactNode
  icon?: ReactNode
  /** The current one of a choice. */
  checked?: boolean
  disabledReason?: string | null | false
  onSelect: () => void
}
export interface MenuGroup {
  label?: string
  items: readonly MenuItem[]
}

const load = () => import('./menu-list.tsx')
const MenuList = lazy(load)

interface Trigger {
  ref: React.RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
}

interface Props {
  label: string
  groups: readonly MenuGroup[]
  /** Above the list: who one is, where one is. */
  header?: ReactNode
  /** Draws the button. */
  children: (trigger: Trigger) => ReactNode
}

export function Menu({ label, groups, header, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const prepare = () => void load()
  return (
    <>
      {children({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        onClick: () => setOpen((before) => !before),
        onPointerEnter: prepare,
        onFocus: prepare,
      })}
      {open && (
        <Suspense>
          <MenuList label={label} groups={groups} header={header} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
