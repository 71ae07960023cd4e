/** The select with its list. Pages use `Select`, which loads it. */
import { Select as Base } from '@base-ui/react/select'
import Check from 'lucide-react/icons/check'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { useEffect, useRef } from 'react'
import { cx, floatingClasses, optionClasses, selectClasses } from '../classes.ts'
import { Glyph } from '../status/icon.tsx'
import type { Option } from './choice.tsx'
import { Field, type FieldProps } from './field.tsx'

export interface SelectProps<Value extends string> extends FieldProps {
  value: Value | null
  onChange: (value: Value) => void
  options: readonly Option<Value>[]
  placeholder?: string
}

interface Props<Value extends string> extends SelectProps<Value> {
  /** Somebody pressed the select before its list was loaded. */
  opensAtOnce: boolean
  /** The select had the focus before its list was loaded. */
  hasFocus: boolean
}

export function LoadedSelect<Value extends string>({
  value,
  onChange,
  options,
  placeholder,
  opensAtOnce,
  hasFocus,
  ...field
}: Props<Value>) {
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hasFocus) trigger.current?.focus()
  }, [hasFocus])
  return (
    <Field {...field}>
      {(controlProps) => (
        <Base.Root
          items={options}
          value={value}
          defaultOpen={opensAtOnce}
          onValueChange={(next) => next !== null && onChange(next)}
        >
          <Base.Trigger
            id={controlProps.id}
            aria-describedby={controlProps['aria-describedby']}
            aria-invalid={controlProps['aria-invalid']}
            aria-labelledby={`${controlProps.id}-label ${controlProps.id}`}
            ref={trigger}
            className={selectClasses}
          >
            <Base.Value placeholder={<span className="text-faint">{placeholder}</span>} className="truncate" />
            <Base.Icon className="text-muted">
              <Glyph icon={ChevronsUpDown} size="small" />
            </Base.Icon>
          </Base.Trigger>
          <Base.Portal>
            <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-60 outline-none">
              <Base.Popup
                data-floats=""
                className={cx(floatingClasses, 'max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto p-1')}
              >
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    className={optionClasses}
                    disabled={Boolean(option.disabledReason)}
                  >
                    <span className="grid w-4 place-items-center text-accent">
                      <Base.ItemIndicator>
                        <Glyph icon={Check} size="small" />
                      </Base.ItemIndicator>
                    </span>
                    <span className="min-w-0">
                      <Base.ItemText>{option.label}</Base.ItemText>
                      {(option.disabledReason || option.hint) && (
                        <span className="block text-label text-muted">{option.disabledReason || option.hint}</span>
                      )}
                    </span>
                  </Base.Item>
                ))}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  )
}
