/** Validate: what was read, what is the matter with it, and how it was understood. Rows that cannot be called are left out. */
import Download from 'lucide-react/icons/download'
import type { ReactNode } from 'react'
import { saveFile } from '#parts/save-file.ts'
import type { Summary } from '#recipients/worker-protocol.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { plural } from '#ui/format.ts'
import { Section } from '#ui/section.tsx'
import type { ShownRows } from '../search.ts'
import { CountsRow } from './counts.tsx'
import { FoundAs } from './found-as.tsx'
import type { Launch } from './launch.ts'
import { Problems } from './problems.tsx'
import { RowTable } from './row-table.tsx'
import { filterWords } from './row-words.ts'
import { SecondLook } from './second-look.tsx'
import { leftOutFile } from './workbench.ts'

function totalOf({ counts, groups }: Summary, show: ShownRows): number {
  if (show === 'all') return counts.read
  if (show in counts) return counts[show as keyof typeof counts]
  return groups.find(({ reason }) => reason === show)?.count ?? 0
}

/** "renewals.csv" → "renewals left out.csv". */
const leftOutName = (source: string) => `${source.replace(/\.[A-Za-z0-9]{1,5}$/, '')} left out.csv`

function DownloadLeftOut({ launch, count }: { launch: Launch; count: number }) {
  const download = async () => {
    const file = await leftOutFile()
    if (file) saveFile(file, leftOutName(launch.source?.name ?? 'rows'))
  }
  return (
    <Button size="small" variant="ghost" icon={Download} onClick={() => void download()}>
      {`Download ${plural(count, 'left-out row', 'left-out rows')}`}
    </Button>
  )
}

interface Props {
  launch: Launch
  file: Summary
  show: ShownRows
  /** Why the service is not asked for its own check. */
  refused: string
  next: ReactNode
}

export function ValidateStep({ launch, file, show, refused, next }: Props) {
  const { counts } = file
  const leftOut = counts.invalid + counts.duplicate + counts.leftOut
  const total = totalOf(file, show)
  return (
    <>
      <CountsRow counts={counts} shown={show} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-4 lg:order-last">
          {file.phoneColumn !== null && <Problems file={file} />}
          <FoundAs launch={launch} file={file} />
          {counts.valid > 0 && <SecondLook launch={launch} what="check" refused={refused} />}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Section
            title={filterWords(show)}
            facts={plural(total, 'row', 'rows')}
            actions={leftOut > 0 && <DownloadLeftOut launch={launch} count={leftOut} />}
            flush
          >
            {total > 0 ? (
              <RowTable key={`${launch.turn}/${show}`} file={file} turn={launch.turn} filter={show} total={total} />
            ) : (
              <EmptyState title="No such rows">None of the rows of this file is among these.</EmptyState>
            )}
          </Section>
          {next}
        </div>
      </div>
    </>
  )
}
