/** Where Switchboard stores its data, how long it keeps calls, and backups. */
import { useCommand } from '#api/commands.ts'
import { load, read, useRead } from '#api/reads.ts'
import type { Backups } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { refusalText } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { number } from '#ui/text/format-number.ts'
import { Time } from '#ui/time/time.tsx'
import { RetentionForm, retentions } from './retention/retention-form.tsx'
import * as texts from './texts.tsx'

const backupsRead = read('backupList')
export const dataLoader = () => load(backupsRead, retentions.calls.current, retentions.figures.current)

/** "3.4 MB". */
const sizeText = (bytes: number): string => {
  const megabytes = bytes / 1_000_000
  return `${number(megabytes < 10 ? Math.max(0.1, Math.round(megabytes * 10) / 10) : Math.round(megabytes))} MB`
}

function MakeBackup() {
  const permission = usePermission('backupMake')
  const { run, isPending, refusal } = useCommand('backupMake')
  const make = () => {
    run({ body: {} }).then(
      () => notify({ title: 'Backup made.' }),
      () => {},
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button size="small" pending={isPending} disabledReason={permission.reason} onClick={make}>
          Make backup
        </Button>
      </div>
      <div aria-live="polite">{refusal && <ErrorNote tone="neutral" text={refusalText(refusal, true)} />}</div>
    </div>
  )
}

const backupCommand = 'npm run backup'

const EmbeddedBackups = ({ folder, backups }: { folder: string; backups: Backups['backups'] }) => (
  <Section title={texts.backups}>
    <div className="flex flex-col gap-4">
      <DescriptionList
        facts={[
          { term: texts.databaseTerm, value: 'Embedded, in a file on this machine' },
          { term: 'Backup folder', value: <Id id={folder} name="folder" /> },
          {
            term: texts.backupsTerm,
            value:
              backups.length === 0 ? (
                'No backups'
              ) : (
                <ul aria-label={texts.backups} className="flex flex-col gap-1">
                  {backups.map(({ name, at, bytes }) => (
                    <li key={name} className="flex flex-wrap gap-x-2">
                      <Time at={at} show="day-and-time" />
                      <span className="text-muted tabular-nums">
                        {sizeText(bytes)} · {name}
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
        A backup contains everything that Switchboard stores: operators and their password hashes, the audit, phone
        numbers and messages of the last days, and the recipients of waiting batches. Only the user who runs Switchboard
        on this machine can read it. Copy it to another machine, and protect it there. Switchboard keeps the three
        latest backups, and continues to work while it makes one. For regular backups, run{' '}
        <span className="mono">{backupCommand}</span> on this machine.
      </p>
    </div>
  </Section>
)

const PostgresBackups = () => (
  <Section title={texts.backups}>
    <DescriptionList
      facts={[
        { term: texts.databaseTerm, value: 'PostgreSQL' },
        {
          term: texts.backupsTerm,
          value:
            'Use PostgreSQL’s own tools, such as pg_dump. Switchboard detects when it is started with restored data.',
        },
      ]}
    />
  </Section>
)

function BackupsPart() {
  const query = useRead(backupsRead)
  return (
    <DataView query={query} loading={<SkeletonRows rows={3} columns={2} label="Loading backups…" />}>
      {({ folder, backups }) =>
        folder === null ? <PostgresBackups /> : <EmbeddedBackups folder={folder} backups={backups} />
      }
    </DataView>
  )
}

export const DataPart = () => (
  <div className="flex flex-col gap-4">
    <BackupsPart />
    <RetentionForm of="calls" />
    <RetentionForm of="figures" />
  </div>
)
