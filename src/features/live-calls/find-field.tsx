/** The field that searches a transcript. Enter goes to the next place. */
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { useRef } from 'react'
import type { useFindInTranscript } from '#components/calls/find-in-transcript.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { SearchField } from '#ui/forms/search-field.tsx'

export function FindField({ search }: { search: ReturnType<typeof useFindInTranscript> }) {
  const box = useRef<HTMLDivElement>(null)
  useShortcut('calls.find', () => box.current?.querySelector('input')?.focus())
  return (
    <div className="flex min-w-0 items-center gap-1">
      <div ref={box} className="w-44">
        <SearchField label="Find in this call" value={search.text} onChange={search.setText} onSubmit={search.next} />
      </div>
      {search.text.trim() !== '' && (
        <>
          <output className="min-w-[7ch] text-label whitespace-nowrap text-muted tabular-nums">
            {search.found.places.length === 0
              ? 'Not found'
              : `${search.found.current + 1} of ${search.found.places.length}`}
          </output>
          <IconButton size="small" icon={ChevronUp} label="Previous" onClick={search.previous} />
          <IconButton size="small" icon={ChevronDown} label="Next" onClick={search.next} />
        </>
      )}
    </div>
  )
}
