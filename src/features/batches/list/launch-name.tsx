/**
 * The name of a launch with several batches: its first batch, and those that continue with the remaining people. A click shows a line for
 * each batch, and a button that cancels the remaining calls of all.
 */
import ChevronRight from 'lucide-react/icons/chevron-right'
import { StopBatchesButton } from '#components/batches/stop-batches-button.tsx'
import type { KnownBatch } from '#contract/index.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { cx } from '#ui/classes.ts'
import { stretchedLinkClasses } from '#ui/layout/table.tsx'
import { Glyph } from '#ui/status/icon.tsx'
import { plural } from '#ui/text/format-number.ts'
import { launchFields } from '../search.ts'

export function LaunchName({ parts }: { parts: readonly KnownBatch[] }) {
  const [search, setSearch] = useSearch(launchFields)
  const { launchId, name, batchId } = parts[0] as KnownBatch
  const expandedIds = search.open.split(',').filter((id) => id !== '')
  const isOpen = expandedIds.includes(launchId)
  const toggle = () => {
    const openLaunches = isOpen ? expandedIds.filter((id) => id !== launchId) : [...expandedIds, launchId]
    setSearch({ open: openLaunches.join(',') }, { replace: true })
  }
  return (
    <div className="flex flex-col items-start gap-1 py-0.5">
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
          {name || batchId} <span className="font-normal text-muted">{plural(parts.length, 'part', 'parts')}</span>
        </span>
      </button>
      {isOpen && <StopBatchesButton batches={parts} launchName={name || batchId} />}
    </div>
  )
}
