/** The list of an open menu. */
import { Menu as Base } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import type { ReactNode, RefObject } from 'react'
import { cx, floatingClasses, optionClasses } from '../classes.ts'
import { Glyph } from '../status/icon.tsx'
import * as texts from '../texts.tsx'

export interface MenuItem {
  key: string
  label: ReactNode
  /** A second line below the label. */
  note?: ReactNode
  icon?: ReactNode
  /** Whether the item is selected. */
  checked?: boolean
  /** The item turns something on or off, and the menu stays open. */
  isOn?: boolean
  disabledReason?: string | null | false
  /** Elsewhere a button beside the menu does the same. */
  isOnPhone?: boolean
  onSelect: () => void
}
export interface MenuGroup {
  label?: string
  items: readonly MenuItem[]
}

/** The props that the list gets from `useMenu`. */
export interface OpenMenu {
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

const SwitchLine = ({ item }: { item: MenuItem }) => (
  <Base.CheckboxItem className={optionClasses} checked={item.isOn} onCheckedChange={item.onSelect} closeOnClick={false}>
    <span className="grid w-4 shrink-0 place-items-center text-muted">
      <Base.CheckboxItemIndicator>
        <Glyph icon={Check} size="small" />
      </Base.CheckboxItemIndicator>
    </span>
    <span className="min-w-0 flex-1">
      {item.label}
      {item.note && <span className="block text-label text-muted">{item.note}</span>}
    </span>
  </Base.CheckboxItem>
)

const MenuLine = ({ item }: { item: MenuItem }) => (
  <Base.Item
    className={cx(optionClasses, item.isOnPhone && 'sm:hidden')}
    disabled={Boolean(item.disabledReason)}
    onClick={item.onSelect}
  >
    <span className="grid w-4 shrink-0 place-items-center text-muted">
      {item.checked ? <Glyph icon={Check} size="small" /> : item.icon}
    </span>
    <span className="min-w-0 flex-1">
      {item.label}
      {item.checked && <span className="sr-only">{texts.currentItem}</span>}
      {(item.disabledReason || item.note) && (
        <span className="block text-label text-muted">{item.disabledReason || item.note}</span>
      )}
    </span>
  </Base.Item>
)

interface Props extends OpenMenu {
  label: string
  groups: readonly MenuGroup[]
  header?: ReactNode
  align?: 'start' | 'end'
}

export default function MenuList({ label, groups, header, align = 'end', anchor, onClose }: Props) {
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()} modal={false}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} align={align} sideOffset={6} className="z-60 outline-none">
          <Base.Popup
            aria-label={label}
            finalFocus={anchor}
            data-floats=""
            className={cx(floatingClasses, 'max-h-(--available-height) max-w-80 min-w-56 overflow-y-auto p-1')}
          >
            {header && <div className="border-b border-line px-2 pt-1 pb-2">{header}</div>}
            {groups.map((group, position) => (
              <Base.Group key={group.label ?? position} className={cx('py-1', position > 0 && 'border-t border-line')}>
                {group.label && (
                  <Base.GroupLabel className="px-2 py-1 text-small text-muted">{group.label}</Base.GroupLabel>
                )}
                {group.items.map((item) =>
                  item.isOn === undefined ? (
                    <MenuLine key={item.key} item={item} />
                  ) : (
                    <SwitchLine key={item.key} item={item} />
                  ),
                )}
              </Base.Group>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
