/** Compares a version with an earlier or later one, shows its record, and offers to restore it. */
import History from 'lucide-react/icons/history'
import { useState } from 'react'
import { useRead } from '#api/reads.ts'
import {
  type DeletedRecord,
  type EndpointName,
  fieldName,
  fitsWords,
  type RecordVersion,
  type VersionKind,
} from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { restoringPath, versionsPath } from '#kit/navigation/record-kinds.ts'
import { anyText, useSearch } from '#kit/navigation/search-params.ts'
import { usePermission } from '#kit/permissions.ts'
import { Combobox } from '#ui/forms/combobox.tsx'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { ChangeList, fieldsOf, RecordValue } from './change-list.tsx'
import { maxListed, otherVersions } from './other-versions.ts'
import { type RecordKey, versionRead } from './reads.ts'
import * as texts from './texts.ts'

/** The commands that save a restored version. The commands that create records have the same permissions. */
const saveCommands: Readonly<Record<VersionKind, EndpointName>> = {
  agent: 'agentUpdate',
  flow: 'flowUpdate',
  'messaging-agent': 'messagingAgentReplace',
  'message-flow': 'messageFlowReplace',
}

const fields = { since: anyText }
interface Props {
  recordKey: RecordKey
  latest: DeletedRecord
  number: number
  /** 0: there is no version to compare with. */
  since: number
}

export function Comparison({ recordKey, latest, number, since }: Props) {
  const query = useRead(versionRead(recordKey, number, since))
  return (
    <Section
      title={texts.versionTitle(number)}
      actions={<RestoreButton recordKey={recordKey} latest={latest} version={query.data?.version} />}
    >
      <div className="flex flex-col gap-4">
        <VersionNotes recordKey={recordKey} version={query.data?.version} />
        {since === 0 ? (
          <p className="text-muted">
            This is the first version that Switchboard knows, so there is nothing to compare it with.
          </p>
        ) : (
          <ChooseVersion latest={latest.number} number={number} since={since} />
        )}
        <DataView
          query={query}
          loading={<SkeletonText label="Comparing…" />}
          isEmpty={({ record }) => record === null}
          empty={<p className="text-muted">{texts.nothingKnown}</p>}
        >
          {({ record, changes, agentNames }) => (
            <>
              {changes.length > 0 ? (
                <ChangeList changes={changes} agentNames={agentNames} label="Changes" />
              ) : (
                since > 0 && <p className="text-muted">These versions have the same fields.</p>
              )}
              <WholeRecord record={record ?? {}} isOpen={since === 0} />
            </>
          )}
        </DataView>
      </div>
    </Section>
  )
}

/** The choice of any other version. A long list begins with the latest, and typing a number finds the others. */
function ChooseVersion({ latest, number, since }: { latest: number; number: number; since: number }) {
  const [, setSearch] = useSearch(fields)
  const [text, setText] = useState('')
  return (
    <div className="max-w-xs">
      <Combobox
        label="Compare with"
        hint={latest > maxListed ? texts.typeVersion(maxListed, latest) : undefined}
        items={otherVersions(latest, number, text)}
        value={since}
        onChange={(chosen) => {
          setText('')
          setSearch({ since: chosen === null ? '' : String(chosen) })
        }}
        textOf={texts.versionTitle}
        keyOf={String}
        matches={fitsWords}
        noMatches={texts.noSuchVersion(latest)}
        onSearch={setText}
        onClosed={() => setText('')}
      />
    </div>
  )
}

function VersionNotes({
  recordKey: { kind, recordId },
  version,
}: Pick<Props, 'recordKey'> & { version: RecordVersion | undefined }) {
  if (!version) return null
  const { restoredFrom } = version
  const isSeenLater = version.cause === 'changed_elsewhere' || version.cause === 'deleted_elsewhere'
  return (
    <>
      {isSeenLater && (
        <p className="text-muted">Switchboard first saw this change at this time. It was made earlier.</p>
      )}
      {version.isPartial && (
        <p className="text-muted">
          Switchboard has seen this version only in a list, which may leave out fields. The record’s own page completes
          it.
        </p>
      )}
      {restoredFrom && restoredFrom.recordId !== recordId && (
        <p>
          {texts.restoredFrom}
          {': '}
          <Link to={versionsPath(kind, restoredFrom.recordId, restoredFrom.number)}>Show the deleted record</Link>
        </p>
      )}
    </>
  )
}

function WholeRecord({ record, isOpen }: { record: Record<string, unknown>; isOpen: boolean }) {
  const [isShown, setIsShown] = useState(isOpen)
  return (
    <div className="-mx-3 -mb-3 border-t border-line">
      <Disclosure summary="The whole record in this version" isOpen={isShown} onToggle={setIsShown}>
        <div className="border-t border-line px-3 py-3">
          <DescriptionList
            facts={fieldsOf(record).map(({ field, value }) => ({
              term: texts.asTerm(fieldName(field)),
              value: <RecordValue value={value} />,
            }))}
          />
        </div>
      </Disclosure>
    </div>
  )
}

/** Leads to the form that restores the version. */
function RestoreButton({
  recordKey: { kind, recordId },
  latest,
  version,
}: Pick<Props, 'recordKey' | 'latest'> & { version: RecordVersion | undefined }) {
  const isDeleted = latest.cause === 'deleted' || latest.cause === 'deleted_elsewhere'
  const permission = usePermission(saveCommands[kind])
  return (
    <ButtonLink
      to={restoringPath(kind, { recordId, number: version?.number ?? 0, latest: latest.number }, isDeleted)}
      icon={History}
      disabledReason={
        permission.reason ||
        (version === undefined && texts.loadingVersions) ||
        (version?.number === latest.number && !isDeleted && 'This is the latest version.') ||
        (version?.hasRecord === false && texts.nothingKnown)
      }
    >
      Restore this version
    </ButtonLink>
  )
}
