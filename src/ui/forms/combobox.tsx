/** Selects one item of many by typing. */
import { Combobox as Base } from '@base-ui/react/combobox'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { controlLook, cx, floatLook, optionLook } from '../classes.ts'
import * as texts from '../lazy-texts.ts'
import { Glyph } from '../status/icon.tsx'
import { Field, type FieldProps } from './field.tsx'

interface Props<Item> extends FieldProps {
  items: readonly Item[]
  value: Item | null
  onChange: (item: Item | null) => void
  /** The item's text in the input, which is also searched. */
  textOf: (item: Item) => string
  keyOf: (item: Item) => string
  /** Whether an item's text matches the typed text. Not used with `onSearch`. */
  fits: (search: string, text: string) => boolean
  /** Renders an item in the list; by default its text. */
  render?: (item: Item) => ReactNode
  /** Shown if nothing matches: what to do. */
  none: ReactNode
  placeholder?: string
  /** If the service searches: called with the typed text, and the items are shown unfiltered. */
  onSearch?: (text: string) => void
}

const small = 'grid size-control-small place-items-center rounded-small text-muted hover:bg-hover hover:text-ink'

export function Combobox<Item>({
  items,
  value,
  onChange,
  textOf,
  keyOf,
  fits,
  render = textOf,
  none,
  placeholder,
  onSearch,
  ...field
}: Props<Item>) {
  // Keys, not items: after a refetch an item is another object, and a changed selection would overwrite the typed text.
  const known = new Map([...items, ...(value === null ? [] : [value])].map((item) => [keyOf(item), item]))
  const labelOf = (key: string) => {
    const item = known.get(key)
    return item === undefined ? '' : textOf(item)
  }
  return (
    <Field {...field}>
      {(wired) => (
        <Base.Root
          items={items.map(keyOf)}
          value={value === null ? null : keyOf(value)}
          onValueChange={(key) => onChange(known.get(key ?? '') ?? null)}
          onInputValueChange={(text, { reason }) => reason === 'input-change' && onSearch?.(text)}
          filter={onSearch ? null : (key, search) => fits(search, labelOf(key))}
          itemToStringLabel={labelOf}
          autoHighlight
        >
          <Base.InputGroup className="relative flex items-center">
            <Base.Input
              {...wired}
              placeholder={placeholder}
              spellCheck={false}
              className={cx(controlLook, 'h-control pr-14')}
            />
            <span className="absolute right-0.5 flex">
              <Base.Clear className={small} aria-label={texts.clearSelection}>
                <Glyph icon={X} size="small" />
              </Base.Clear>
              <Base.Trigger className={small} aria-label={texts.showAllOptions}>
                <Glyph icon={ChevronsUpDown} size="small" />
              </Base.Trigger>
            </span>
          </Base.InputGroup>
          <Base.Portal>
            <Base.Positioner sideOffset={4} className="z-60 outline-none">
              <Base.Popup data-floats="" className={cx(floatLook, 'w-(--anchor-width)')}>
                <Base.Empty className="px-3 text-label text-muted not-empty:py-2">{none}</Base.Empty>
                <Base.List className="max-h-72 overflow-y-auto p-1 data-empty:p-0">
                  {(key: string) => {
                    const item = known.get(key)
                    return (
                      item !== undefined && (
                        <Base.Item key={key} value={key} className={optionLook}>
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
