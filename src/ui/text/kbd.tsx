/** The keys of a shortcut. */
import * as texts from '../texts.tsx'

const apple = /Mac|iPhone|iPad/.test(navigator.userAgent)
const signs: Record<string, string> = {
  ...texts.keyNames,
  ...(apple && { mod: '⌘', shift: '⇧' }),
  enter: '↵',
  arrowup: '↑',
  arrowdown: '↓',
}
const sign = (key: string) => signs[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key)

/** The keys of a shortcut as the shortcut table writes them: `mod+k`, `shift+x`, `g b` (one after the other). */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex items-center gap-0.5 font-sans text-tiny text-muted">
      {keys.split(' ').map((chord, position) => (
        <span key={`${position} ${chord}`} className="inline-flex items-center gap-0.5">
          {position > 0 && <span className="sr-only">{texts.thenKey}</span>}
          {chord.split('+').map((key) => (
            <span
              key={key}
              className="min-w-4.5 rounded-small border border-line-strong bg-surface px-1 text-center leading-4"
            >
              {sign(key)}
            </span>
          ))}
        </span>
      ))}
    </kbd>
  )
}
