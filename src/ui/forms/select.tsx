/** Selects one of several options in a list that opens. The list is loaded after the page was painted. */
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { useState } from 'react'
import { selectClasses } from '../classes.ts'
import { loadedLater } from '../loaded-later.ts'
import { Glyph } from '../status/icon.tsx'
import { Field } from './field.tsx'
import type { SelectProps } from './loaded-select.tsx'

/** What the button of the loaded select says of itself while its list is closed. */
const closedCombobox = (describedBy: string | undefined, isInvalid: true | undefined) =>
  ({
    role: 'combobox',
    'aria-haspopup': 'listbox',
    'aria-expanded': false,
    'aria-describedby': describedBy,
    'aria-invalid': isInvalid,
  }) as const
const useList = loadedLater(() => import('./loaded-select.tsx'))

export function Select<Value extends string>(props: SelectProps<Value>) {
  const list = useList()
  const [isOpening, setOpening] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const { value, options, placeholder = 'Select…' } = props
  if (list)
    return <list.LoadedSelect {...props} placeholder={placeholder} opensAtOnce={isOpening} hasFocus={hasFocus} />
  const chosen = options.find((option) => option.value === value)
  return (
    <Field {...props}>
      {({ id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid }) => (
        <button
          {...closedCombobox(describedBy, isInvalid)}
          id={id}
          type="button"
          aria-labelledby={`${id}-label ${id}`}
          className={selectClasses}
          onClick={() => setOpening(true)}
          onFocus={() => setHasFocus(true)}
          onBlur={() => setHasFocus(false)}
        >
          <span className="truncate">{chosen?.label ?? <span className="text-faint">{placeholder}</span>}</span>
          <span className="text-muted">
            <Glyph icon={ChevronsUpDown} size="small" />
          </span>
        </button>
      )}
    </Field>
  )
}
