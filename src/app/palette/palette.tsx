/** The command palette's input. It opens immediately; the code of the results is loaded when it first opens. */
import SearchIcon from 'lucide-react/icons/search'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '#ui/lazy-part.ts'
import { Overlay } from '#ui/overlays/overlay.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { KeyHint } from '#ui/text/kbd.tsx'

/** Loads the code of the results. */
export const loadPalette = () => import('./command-palette.tsx')
const CommandPalette = lazyPart(loadPalette)

interface Props {
  onClose: () => void
  onHelp: () => void
  onStop: () => void
}

export function Palette(props: Props) {
  'use no memo'
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  return (
    <Overlay
      label="Search or jump to"
      onClose={props.onClose}
      initialFocus={input}
      className="mt-[min(6rem,10dvh)] max-h-[min(32rem,80dvh)] max-w-xl"
    >
      <div className="flex items-center gap-2.5 border-b border-line px-3.5 text-muted">
        <Glyph icon={SearchIcon} />
        <input
          ref={input}
          role="combobox"
          aria-label="Search"
          aria-expanded
          aria-controls="palette-list"
          aria-autocomplete="list"
          autoComplete="off"
          placeholder="Page, agent, flow, batch, call, phone number or ID"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="h-12 min-w-0 flex-1 bg-transparent text-large text-ink outline-none"
        />
        <KeyHint keys="escape" />
      </div>
      <Suspense fallback={<p className="px-4 py-6 text-muted">Loading search…</p>}>
        <CommandPalette text={text} input={input} {...props} />
      </Suspense>
    </Overlay>
  )
}
