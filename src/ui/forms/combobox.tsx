/** Selects one item of many by typing. */
import { Combobox as Base } from '@base-ui/react/combobox'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { controlClasses, cx, floatingClasses, optionClasses } from '../classes.ts'
import { Glyph } from '../status/icon.tsx'
import * as texts from '../texts.tsx'
import { Field, type FieldProps } from './field.tsx'

interface Props<Item> extends FieldProps {
  items: readonly Item[]
  value: Item | null
  onChange: (item: Item | null) => void
  /** The item's text in the input, which is also searched. */
  textOf: (item: Item) => string
  keyOf: (item: Item) => string
  /** Whether an item's text matches the typed text. Not used with `onSearch`. */
  matches: (search: string, text: string) => boolean
  /** Renders an item in the list; by default its text. */
  render?: (item: Item) => ReactNode
  /** Shown if no item matches; says what to do. */
  noMatches: ReactNode
  placeholder?: string
  /** Set if the service searches. Called with the typed text; the items are then shown unfiltered. */
  onSearch?: (text: string) => void
  /** Called when the list opens. */
  onOpened?: () => void
  /** Called when the list has closed, after a choice or without one. The input then no longer has a typed text. */
  onClosed?: () => void
}

const iconButtonClasses =
  'grid size-control-small place-items-center rounded-small text-muted hover:bg-hover hover:text-ink'

export function Combobox<Item>({
  items,
  value,
  onChange,
  textOf,
  keyOf,
  matches,
  render = textOf,
  noMatches,
  placeholder,
  onSearch,
  onOpened,
  onClosed,
  ...field
}: Props<Item>) {
  // The list contains keys instead of items: a refetch creates new item objects, and the changed selection would overwrite the typed text.
  const itemsByKey = new Map([...items, ...(value === null ? [] : [value])].map((item) => [keyOf(item), item]))
  const labelOf = (key: string) => {
    const item = itemsByKey.get(key)
    return item === undefined ? '' : textOf(item)
  }
  return (
    <Field {...field}>
      {(controlProps) => (
        <Base.Root
          items={items.map(keyOf)}
          value={value === null ? null : keyOf(value)}
          onValueChange={(key, { isCanceled }) => isCanceled || onChange(itemsByKey.get(key ?? '') ?? null)}
          onInputValueChange={(text, details) => {
            if (details.reason === 'input-change') onSearch?.(text)
            if (details.reason !== 'escape-key') return
            // While the list is closed, Escape is for what the field is in, and keeps the choice.
            details.cancel()
            details.allowPropagation()
          }}
          onOpenChange={(isOpen) => isOpen && onOpened?.()}
          onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}
          filter={onSearch ? null : (key, search) => matches(search, labelOf(key))}
          itemToStringLabel={labelOf}
          autoHighlight
        >
          <Base.InputGroup className="relative flex items-center">
            <Base.Input
              {...controlProps}
              placeholder={placeholder}
              spellCheck={false}
              className={cx(controlClasses, 'h-control pr-14')}
            />
            <span className="absolute right-0.5 flex">
              <Base.Clear className={iconButtonClasses} aria-label="Clear selection">
                <Glyph icon={X} size="small" />
              </Base.Clear>
              <Base.Trigger className={iconButtonClasses} aria-label={texts.showAllOptions}>
                <Glyph icon={ChevronsUpDown} size="small" />
              </Base.Trigger>
            </span>
          </Base.InputGroup>
          <Base.Portal>
            <Base.Positioner sideOffset={4} className="z-60 outline-none">
              <Base.Popup data-floats="" className={cx(floatingClasses, 'w-(--anchor-width)')}>
                <Base.Empty className="px-3 text-label text-muted not-empty:py-2">{noMatches}</Base.Empty>
                <Base.List className="max-h-72 overflow-y-auto p-1 data-empty:p-0">
                  {(key: string) => {
                    const item = itemsByKey.get(key)
                    return (
                      item !== undefined && (
                        <Base.Item key={key} value={key} className={optionClasses}>
                          {render(item)}
                        </Base.Item>
                      )
                    )
                  }}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  )
}
