/** The first cell of a launch with several batches: expands their lines, and cancels the remaining calls of all. */
import ChevronRight from 'lucide-react/icons/chevron-right'
import { StopBatchesButton } from '#components/batches/stop-batches-button.tsx'
import type { KnownBatch } from '#contract/index.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { cx } from '#ui/classes.ts'
import { aboveLinkClasses, stretchedLinkClasses } from '#ui/layout/table.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { ListSearch } from '../search.ts'
import * as texts from './texts.ts'

export function LaunchName({ parts }: { parts: readonly KnownBatch[] }) {
  const [search, setSearch] = useSearch(ListSearch)
  const { launchId, name, batchId } = parts[0] as KnownBatch
  const open = search.open.split(',').filter((id) => id !== '')
  const isOpen = open.includes(launchId)
  const toggle = () => {
    const next = isOpen ? open.filter((id) => id !== launchId) : [...open, launchId]
    setSearch({ open: next.join(',') }, { replace: true })
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <button
        type="button"
        data-stretched=""
        aria-expanded={isOpen}
        onClick={toggle}
        className={cx(
          'flex items-baseline gap-1 text-left font-medium text-ink hover:text-accent',
          stretchedLinkClasses,
        )}
      >
        <span className={cx('self-center transition-transform', isOpen && 'rotate-90')}>
          <Glyph icon={ChevronRight} />
        </span>
        <span>
          {name || batchId} <span className="font-normal text-muted">{texts.partCount(parts.length)}</span>
        </span>
      </button>
      {isOpen && (
        <div className={aboveLinkClasses}>
          <StopBatchesButton batches={parts} launchName={name || batchId} />
        </div>
      )}
    </div>
  )
}
