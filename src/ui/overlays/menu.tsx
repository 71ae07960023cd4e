/** A menu that opens from a button. The code of its list is loaded when the pointer or the focus reaches the button. */

import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { lazyPart } from '../lazy-part.ts'
import type { MenuGroup } from './menu-list.tsx'

const load = () => import('./menu-list.tsx')
const MenuList = lazyPart(load)

interface Trigger {
  ref: RefObject<HTMLButtonElement | null>
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
}

interface Props {
  label: string
  groups: readonly MenuGroup[]
  /** Shown above the list. */
  header?: ReactNode
  /** Which edge of the list is in line with that of the button; the right one by default. */
  align?: 'start' | 'end'
  /** Renders the button. */
  children: (trigger: Trigger) => ReactNode
}

/**
 * State and button props of a menu.
 *
 * @param load loads the list, when the pointer or the focus reaches the button
 */
export function useMenu(load: () => Promise<unknown>) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const prepare = () => void load()
  const trigger: Trigger = {
    ref: anchor,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onClick: () => setOpen((wasOpen) => !wasOpen),
    onPointerEnter: prepare,
    onFocus: prepare,
  }
  return { trigger, open, listProps: { anchor, onClose: () => setOpen(false) } }
}

export function Menu({ children, ...list }: Props) {
  const { trigger, open, listProps } = useMenu(load)
  return (
    <>
      {children(trigger)}
      {open && (
        <Suspense>
          <MenuList {...list} {...listProps} />
        </Suspense>
      )}
    </>
  )
}
