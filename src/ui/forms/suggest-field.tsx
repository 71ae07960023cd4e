/** A text field with suggestions. Any text is allowed. */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { controlClasses, cx, floatingClasses, optionClasses } from '../classes.ts'
import { Field, type FieldProps } from './field.tsx'

interface Props extends FieldProps {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  suggestions: readonly string[]
  placeholder?: string
  mono?: boolean
}

export function SuggestField({ value, onChange, onBlur, suggestions, placeholder, mono, ...field }: Props) {
  return (
    <Field {...field}>
      {(controlProps) => (
        <Autocomplete.Root items={suggestions} value={value} onValueChange={onChange} openOnInputClick>
          <Autocomplete.Input
            {...controlProps}
            placeholder={placeholder}
            spellCheck={false}
            onBlur={onBlur}
            className={cx(controlClasses, 'h-control', mono && 'mono')}
          />
          <Autocomplete.Portal>
            <Autocomplete.Positioner sideOffset={4} className="z-60 outline-none">
              <Autocomplete.Popup
                data-floats=""
                className={cx(floatingClasses, 'w-(--anchor-width) data-empty:hidden')}
              >
                <Autocomplete.List className="max-h-64 overflow-y-auto p-1">
                  {(suggestion: string) => (
                    <Autocomplete.Item key={suggestion} value={suggestion} className={optionClasses}>
                      {suggestion}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </Field>
  )
}
