import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useId, useRef } from 'react'
import { controlClasses, cx } from '../classes.ts'
import { Glyph } from '../status/icon.tsx'
import { IconButton } from './icon-button.tsx'

interface Props {
  /** The ID of the input, if something else focuses it. */
  id?: string
  label: string
  value: string
  onChange: (value: string) => void
  /** Called on Enter. */
  onSubmit?: () => void
  placeholder?: string
}

/** A search field. Escape clears it. */
export function SearchField({ id: givenId, label, value, onChange, onSubmit, placeholder = label }: Props) {
  const generatedId = useId()
  const id = givenId ?? generatedId
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <search className="print:has-placeholder-shown:hidden relative flex w-full min-w-40 items-center sm:max-w-80">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <span className="pointer-events-none absolute left-2 text-muted">
        <Glyph icon={Search} size="small" />
      </span>
      <input
        ref={input}
        id={id}
        type="text"
        inputMode="search"
        autoComplete="off"
        spellCheck={false}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && onSubmit) {
            // The search may be inside a form.
            event.preventDefault()
            onSubmit()
          }
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation()
            clear()
          }
        }}
        className={cx(controlClasses, 'h-control pr-8 pl-7')}
      />
      {value !== '' && (
        <span className="absolute right-0.5">
          <IconButton size="small" icon={X} label="Clear search" onClick={clear} />
        </span>
      )}
    </search>
  )
}
