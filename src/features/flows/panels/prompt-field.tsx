/**
 * A field for a text with variables. It grows with its text, shows variables as chips, and offers the flow's variables after `{`. The chips
 * are drawn behind the text, so that it stays a plain text field for screen readers, for undo and for the service.
 */
import { createContext, type KeyboardEvent, useContext, useRef, useState } from 'react'
import { fitsWords, variablePattern } from '#contract/index.ts'
import { controlClasses, cx, floatingClasses } from '#ui/classes.ts'
import { Field, type FieldProps } from '#ui/forms/field.tsx'
import { plural } from '#ui/text/format-number.ts'
import * as texts from '../steps/texts.tsx'

/** The variables that the field offers: the known columns of a batch, and those that the flow uses. */
export const KnownVariables = createContext<readonly string[]>([])

interface Props extends FieldProps {
  value: string
  onChange: (value: string) => void
  rows?: number
  /** Called for keys that the list of variables does not handle. */
  onOtherKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => void
}

const maxOffered = 6
/** The beginning of a variable right before the caret. */
const openVariable = /\{([^{}\r\n]{0,200})$/
/** The text and its chips have to wrap at the same places. */
const textClasses = 'col-start-1 row-start-1 px-2 py-1.5 text-base break-words whitespace-pre-wrap'

export function PromptField({ value, onChange, rows = 3, onOtherKey, hint, ...field }: Props) {
  const known = useContext(KnownVariables)
  const input = useRef<HTMLTextAreaElement>(null)
  /** The typed beginning of a variable; null: the list is closed. */
  const [typed, setTyped] = useState<string | null>(null)
  const [highlighted, setHighlighted] = useState(0)
  const offered = typed === null ? [] : known.filter((name) => fitsWords(typed, name)).slice(0, maxOffered)
  const isOpen = offered.length > 0

  const update = ({ value: text, selectionStart }: HTMLTextAreaElement) => {
    setTyped(openVariable.exec(text.slice(0, selectionStart))?.[1] ?? null)
    setHighlighted(0)
  }
  const choose = (name: string) => {
    const area = input.current
    if (!area || typed === null) return
    const end = area.selectionStart
    const closing = area.value[end] === '}' ? 1 : 0
    area.setRangeText(`{${name}}`, end - typed.length - 1, end + closing, 'end')
    onChange(area.value)
    setTyped(null)
    area.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const name = offered[highlighted]
    if (!isOpen) return onOtherKey?.(event)
    if (event.key === 'ArrowDown') setHighlighted((highlighted + 1) % offered.length)
    else if (event.key === 'ArrowUp') setHighlighted((highlighted + offered.length - 1) % offered.length)
    else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') choose(name ?? '')
    else if (event.key === 'Escape') setTyped(null)
    else return onOtherKey?.(event)
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Field {...field} hint={hint ?? 'Variables in braces, such as {first_name}, are filled in for each call.'}>
      {(wired) => (
        <div className="relative grid">
          <div aria-hidden className={cx(textClasses, 'border border-transparent text-transparent')}>
            <Chips text={value} />
          </div>
          <textarea
            {...wired}
            ref={input}
            rows={rows}
            value={value}
            aria-autocomplete="list"
            onChange={({ currentTarget }) => {
              onChange(currentTarget.value)
              update(currentTarget)
            }}
            onKeyDown={onKeyDown}
            onBlur={() => setTyped(null)}
            className={cx(
              controlClasses,
              textClasses,
              'relative field-sizing-content min-h-16 resize-none overflow-hidden bg-transparent!',
            )}
          />
          <output className="sr-only">
            {isOpen
              ? `${plural(offered.length, 'variable', 'variables')}. ${offered[highlighted] ?? ''}. Press Enter to insert it.`
              : ''}
          </output>
          {isOpen && (
            // Screen readers get the offer from the output above.
            <ul aria-hidden className={cx(floatingClasses, 'absolute inset-x-0 top-full z-20 mt-1 p-1')}>
              {offered.map((name, index) => (
                <li key={name}>
                  <button
                    type="button"
                    tabIndex={-1}
                    // The field keeps the focus.
                    onPointerDown={(event) => {
                      event.preventDefault()
                      choose(name)
                    }}
                    className={cx(
                      'w-full truncate rounded-small px-2 py-1 text-left text-base',
                      index === highlighted && 'bg-accent-soft',
                    )}
                  >
                    {texts.variable(name)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  )
}

/** The text with a background behind each variable. Nothing may change its width. */
const Chips = ({ text }: { text: string }) => (
  <>
    {/* The pattern has a capturing group, so every second part is the name of a variable. */}
    {text.split(variablePattern).map((part, index) =>
      index % 2 === 1 && part.trim() !== '' ? (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other identity
        <span key={index} className="rounded-small bg-accent-soft shadow-[0_0_0_1px_var(--color-accent-soft)]">
          {texts.variable(part)}
        </span>
      ) : index % 2 === 1 ? (
        texts.variable(part)
      ) : (
        part
      ),
    )}
    {texts.endOfText}
  </>
)
