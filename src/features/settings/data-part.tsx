/** Where Switchboard keeps its data, and backups of them. */
import { useCommand } from '#api/commands.ts'
import { load, read, useRead } from '#api/reads.ts'
import type { Backups } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { number } from '#ui/text/format-number.ts'
import { Time } from '#ui/time/time.tsx'

const backupsRead = read('backupList')
export const dataLoader = () => load(backupsRead)

/** "3.4 MB". */
const size = (bytes: number): string => {
  const megabytes = bytes / 1_000_000
  return `${number(megabytes < 10 ? Math.max(0.1, Math.round(megabytes * 10) / 10) : Math.round(megabytes))} MB`
}

const contents =
  'A backup has everything that Switchboard stores: operators and the hashes of their passwords, the history, numbers and texts of the last days, and the lists of batches that wait. Only this machine’s user may read it. Copy it to another machine, and protect it there.'

function MakeBackup() {
  const may = usePermission('backupMake')
  const { run, isPending, refusal } = useCommand('backupMake')
  const make = () => {
    run({ body: {} }).then(
      () => notify({ title: 'The backup was made.' }),
      () => {},
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button size="small" pending={isPending} disabledReason={may.reason} onClick={make}>
          Make a backup
        </Button>
      </div>
      <div aria-live="polite">{refusal && <ErrorNote tone="neutral" words={refusalWords(refusal)} />}</div>
    </div>
  )
}

const Embedded = ({ folder, backups }: { folder: string; backups: Backups['backups'] }) => (
  <Section title="Backups">
    <div className="flex flex-col gap-4">
      <DescriptionList
        facts={[
          { term: 'Database', value: 'Embedded, in a file on this machine' },
          { term: 'Backups are in', value: <Id id={folder} of="folder" /> },
          {
            term: 'Made here',
            value:
              backups.length === 0 ? (
                'No backups'
              ) : (
                <ul aria-label="Backups" className="flex flex-col gap-1">
                  {backups.map(({ name, at, bytes }) => (
                    <li key={name} className="flex flex-wrap gap-x-2">
                      <Time at={at} show="day-and-time" />
                      <span className="text-muted tabular-nums">
                        {size(bytes)} · {name}
                      </span>
                    </li>
                  ))}
                </ul>
              ),
          },
        ]}
      />
      <MakeBackup />
      <p className="max-w-[72ch] text-label text-muted">
        {contents} The three latest are kept. Nobody waits while one is made. For regular backups, run{' '}
        <span className="mono">npm run backup</span> on this machine.
      </p>
    </div>
  </Section>
)

const Postgres = () => (
  <Section title="Backups">
    <DescriptionList
      facts={[
        { term: 'Database', value: 'PostgreSQL' },
        {
          term: 'Backups',
          value:
            'Made with PostgreSQL’s own tools, such as pg_dump. Switchboard notices when it starts on a restored dump.',
        },
      ]}
    />
  </Section>
)

export function DataPart() {
  const reading = useRead(backupsRead)
  return (
    <DataView
      reading={reading}
      loading={<SkeletonRows rows={3} columns={2} label="Loading backups…" />}
      isEmpty={() => false}
      empty={null}
    >
      {({ folder, backups }) => (folder === null ? <Postgres /> : <Embedded folder={folder} backups={backups} />)}
    </DataView>
  )
}
