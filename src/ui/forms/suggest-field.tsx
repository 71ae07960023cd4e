/**
 * A text field with suggestions. Any text is allowed. Opening the list shows all suggestions, with the present value marked, also if it is
 * none of them; typing narrows them.
 */
import { Autocomplete } from '@base-ui/react/autocomplete'
import Check from 'lucide-react/icons/check'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { useState } from 'react'
import { controlClasses, cx, floatingClasses, optionClasses } from '../classes.ts'
import { Glyph } from '../status/icon.tsx'
import * as texts from '../texts.tsx'
import { Field, type FieldProps } from './field.tsx'

/** A value, and what it is, which is shown beside it and searched too. */
export interface Suggestion {
  value: string
  note: string
}

interface Props extends FieldProps {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  suggestions: readonly (string | Suggestion)[]
  placeholder?: string
  mono?: boolean
}

export function SuggestField({ value, onChange, onBlur, suggestions, placeholder, mono, ...field }: Props) {
  // Whether the value was typed since the list was opened. A value that was there before does not narrow the list.
  const [isTyped, setIsTyped] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const notes = new Map(suggestions.map((one) => (typeof one === 'string' ? [one, ''] : [one.value, one.note])))
  const search = value.trim().toLowerCase()
  const suggested = [...notes.keys()]
  const all = isTyped || search === '' || notes.has(value) ? suggested : [value, ...suggested]
  const found = all.filter((one) => `${one} ${notes.get(one)}`.toLowerCase().includes(search))
  // Whoever typed a whole suggestion needs no list, which would cover what comes next.
  const isWhole = found.length === 1 && found[0]?.toLowerCase() === search
  const matches = !isTyped ? all : isWhole ? [] : found
  return (
    <Field {...field}>
      {(controlProps) => (
        <Autocomplete.Root
          items={all}
          filteredItems={matches}
          value={value}
          onValueChange={(next, { reason }) => {
            if (reason === 'input-change') setIsTyped(true)
            // Escape closes the list, or what the field is in. It keeps the text.
            if (reason !== 'escape-key') onChange(next)
          }}
          // An open list hides the rest of the page from screen readers, so an empty one is closed.
          open={isOpen && matches.length > 0}
          onOpenChange={(isOpening, { reason }) => {
            setIsOpen(isOpening)
            if (reason !== 'input-change') setIsTyped(false)
          }}
          openOnInputClick
        >
          <Autocomplete.InputGroup className="relative flex items-center">
            <Autocomplete.Input
              {...controlProps}
              placeholder={placeholder}
              spellCheck={false}
              onBlur={onBlur}
              className={cx(controlClasses, 'h-control pr-8', mono && 'mono')}
            />
            <Autocomplete.Trigger
              className="absolute right-0.5 grid size-control-small place-items-center rounded-small text-muted hover:bg-hover hover:text-ink"
              aria-label={texts.showAllOptions}
            >
              <Glyph icon={ChevronsUpDown} size="small" />
            </Autocomplete.Trigger>
          </Autocomplete.InputGroup>
          <Autocomplete.Portal>
            <Autocomplete.Positioner sideOffset={4} className="z-60 outline-none">
              <Autocomplete.Popup
                data-floats=""
                className={cx(floatingClasses, 'w-(--anchor-width) data-empty:hidden')}
              >
                <Autocomplete.List className="max-h-64 overflow-y-auto p-1">
                  {(suggestion: string) => (
                    <Autocomplete.Item key={suggestion} value={suggestion} className={optionClasses}>
                      <span className="grid w-4 shrink-0 place-items-center text-accent">
                        {suggestion === value && <Glyph icon={Check} size="small" />}
                      </span>
                      <span className="min-w-0 break-words">
                        {suggestion}
                        {suggestion === value && <span className="sr-only">{texts.currentItem}</span>}
                        {notes.get(suggestion) && (
                          <span className="block text-label text-muted">{notes.get(suggestion)}</span>
                        )}
                      </span>
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
