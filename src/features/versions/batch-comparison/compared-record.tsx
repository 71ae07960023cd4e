/** An agent or flow of two batches: the version that each used, and what changed between them. */
import { ChangeList } from '#components/versions/change-list.tsx'
import type { ComparedBatch, ComparedRecord, UsedRecord } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { versionsPath } from '#kit/navigation/record-kinds.ts'
import { Section } from '#ui/layout/section.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { Time } from '#ui/time/time.tsx'
import { causeText, madeBy } from '../texts.ts'
import * as texts from './texts.ts'

type Kind = ComparedRecord['kind']

/** What happened to the record after the batch had started, and what this may mean for its calls. */
function LaterNote({ kind, record, batch }: { kind: Kind; record: UsedRecord; batch: ComparedBatch }) {
  const { recordId, version, next } = record
  if (!next) return null
  const isElsewhere = next.cause === 'changed_elsewhere' || next.cause === 'deleted_elsewhere'
  const mayHaveRun = batch.endedBefore === null || batch.endedBefore > next.at
  if (version && !isElsewhere && !mayHaveRun) return null
  const text = version
    ? isElsewhere
      ? texts.elsewhereLater
      : texts.changedLater
    : next.cause === 'created'
      ? texts.notCreated
      : texts.seenLater
  return (
    <p className="text-label text-soft">
      {text}
      <Link to={versionsPath(kind, recordId, next.number)}>{texts.versionLink(next.number)}</Link>{' '}
      <Time at={next.at} show="day-and-time" />
    </p>
  )
}

interface SideProps {
  label: string
  kind: Kind
  record: UsedRecord | null
  batch: ComparedBatch
}

function Side({ label, kind, record, batch }: SideProps) {
  const version = record?.version
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <dt className="text-label text-muted">{visible(texts.sideLabel(label, batch.name || batch.batchId))}</dt>
      <dd className="flex min-w-0 flex-col gap-0.5 break-words">
        {!record && texts.none}
        {record && version && (
          <span className="flex flex-wrap gap-x-2">
            <Link to={versionsPath(kind, record.recordId, version.number)}>{texts.versionLink(version.number)}</Link>
            <span>
              {causeText(version)} {visible(texts.madeBy(version.operator, madeBy(version)))}
            </span>
            <Time at={version.at} show="day-and-time" />
          </span>
        )}
        {version && record.isUsed === false && <span className="text-label text-soft">{texts.notUsed}</span>}
        {version?.isPartial && <span className="text-label text-soft">{texts.partial}</span>}
        {record && <LaterNote kind={kind} record={record} batch={batch} />}
      </dd>
    </div>
  )
}

function Difference({ record: { kind, earlier, later, changes, agentNames }, title }: Props & { title: string }) {
  if (changes === null) return <p className="text-muted">{texts.cannotCompare}</p>
  const isSameRecord = earlier?.recordId === later?.recordId
  const isSameVersion = isSameRecord && earlier?.version?.number === later?.version?.number
  if (changes.length === 0) return <p className="text-muted">{isSameVersion ? texts.sameVersion : texts.sameFields}</p>
  return (
    <>
      <ChangeList changes={changes} agentNames={agentNames} label={texts.changesOf(title)} />
      {isSameRecord && later?.version && earlier?.version && (
        <p>
          <Link to={versionsPath(kind, later.recordId, later.version.number, earlier.version.number)}>
            {texts.compareVersions}
          </Link>
        </p>
      )}
    </>
  )
}

interface Props {
  record: ComparedRecord
}

/** @param batches the earlier and the later one */
export function ComparedRecordSection({
  record,
  batches: [earlierBatch, laterBatch],
}: Props & { batches: readonly [ComparedBatch, ComparedBatch] }) {
  const { kind, earlier, later, changes } = record
  const title = texts.recordTitle(texts.kinds[kind], nameOf(earlier), nameOf(later))
  return (
    <Section title={title} facts={changes === null ? texts.notCompared : texts.differences(changes.length)}>
      <div className="flex flex-col gap-4">
        <dl className="grid gap-x-6 gap-y-3 md:grid-cols-2">
          <Side label={texts.earlierColumn} kind={kind} record={earlier} batch={earlierBatch} />
          <Side label={texts.laterColumn} kind={kind} record={later} batch={laterBatch} />
        </dl>
        <div className="flex flex-col gap-3 border-t border-line pt-3">
          <Difference record={record} title={title} />
        </div>
      </div>
    </Section>
  )
}

const nameOf = (record: UsedRecord | null) => (record ? record.name || record.recordId : '')
