/** The keys of a shortcut. */
import { Fragment } from 'react'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
const keyLabels: Record<string, string> = {
  mod: 'Ctrl',
  shift: 'Shift',
  escape: 'Esc',
  delete: 'Delete',
  backspace: 'Backspace',
  ...(isApple && { mod: '⌘', shift: '⇧' }),
  enter: '↵',
  arrowup: '↑',
  arrowdown: '↓',
}
const keyLabel = (key: string) => keyLabels[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key)

/** @param keys in the syntax of the shortcut table: `mod+k`, `shift+x`, `g b` (one after the other) */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd translate="no" className="inline-flex items-center gap-0.5 font-sans text-tiny text-muted">
      {keys.split(' ').map((chord, position) => (
        <Fragment key={`${position} ${chord}`}>
          {position > 0 && <span className="sr-only">then</span>}
          {chord.split('+').map((key) => (
            <span
              key={key}
              className="min-w-4.5 rounded-small border border-line-strong bg-surface px-1 text-center leading-4"
            >
              {keyLabel(key)}
            </span>
          ))}
        </Fragment>
      ))}
    </kbd>
  )
}

/** The keys beside the name of a button or row, which says them by `aria-keyshortcuts`. A phone has none. */
export const KeyHint = (props: { keys: string }) => (
  <span aria-hidden className="hidden sm:inline">
    <Kbd {...props} />
  </span>
)
