/** The columns of the audit. */
import { type ReadOptions, read, useRead } from '#api/reads.ts'
import { type ActionTarget, actionText, outcomeStatus, targetOf } from '#components/effects/history-texts.ts'
import { shortened } from '#components/versions/change-texts.ts'
import {
  type AuditedVersion,
  auditedChangeText,
  type Contract,
  type HistoryEntry,
  type ResponseOf,
  type Role,
  roles,
} from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { versionsPath } from '#kit/navigation/record-kinds.ts'
import { Id } from '#ui/forms/copy-button.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { day } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import { roleLabels } from '../shared/role-texts.ts'
import * as texts from './texts.tsx'

/** Not polled: the audit needs the names of operators, but not their current state. */
export const operatorsRead: ReadOptions<ResponseOf<Contract['operatorList']>> = {
  ...read('operatorList'),
  refetchInterval: false,
}

/** The most changes that a row names. */
const maxChanges = 4

const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text)

/** Shows the name if it is known, otherwise the ID. */
function TargetLink({ target: { kind, id, path }, name }: { target: ActionTarget; name: string | undefined }) {
  const linkTo = (text: string) => (path ? <Link to={path}>{text}</Link> : text)
  if (name === undefined)
    return (
      <>
        <span className="text-muted">{linkTo(kind)}</span>
        <Id id={id} name={texts.copiedId(kind)} />
      </>
    )
  return (
    <>
      <span className="text-muted">{kind}</span>
      <span className="wrap-anywhere">{linkTo(name)}</span>
    </>
  )
}

/** What a command changed in a record, with a link to the version that has the words. */
function Changes({ version: { kind, recordId, number, changes } }: { version: AuditedVersion }) {
  return (
    <span className="flex basis-full flex-col text-label text-soft">
      {shortened((changes ?? []).map(auditedChangeText), maxChanges).map((text) => (
        <span key={text} className="break-words">
          {visible(text)}
        </span>
      ))}
      <span>
        <Link to={versionsPath(kind, recordId, number)}>{texts.versionLink(number)}</Link>
      </span>
    </span>
  )
}

function Target({ ids, names, version }: Pick<HistoryEntry, 'ids' | 'names' | 'version'>) {
  const operators = useRead(operatorsRead).data?.operators
  const target = targetOf(ids)
  const operator = operators?.find(({ id }) => id === ids.operatorId)?.name
  const givenRoles = ids.roles && roleLabels(ids.roles.split(' ').filter(isRole))
  if (operator && givenRoles) return texts.operatorWithRoles(operator, givenRoles)
  if (operator || givenRoles) return operator || givenRoles
  if (!target) return <span className="text-muted">{texts.noTarget}</span>
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
      <TargetLink target={target} name={names[target.idName]} />
      {ids.recipients && (
        <span className="text-muted">
          {texts.recipientsFingerprint(<span className="mono text-soft">{ids.recipients}</span>)}
        </span>
      )}
      {version && <Changes version={version} />}
      {ids.rejectReason && <span className="text-muted">{texts.rejectReason(visible(ids.rejectReason))}</span>}
      {ids.callOptedOut && <span className="text-muted">{texts.calledOptedOut(Number(ids.callOptedOut))}</span>}
    </span>
  )
}

export const auditColumns: readonly DataColumn<HistoryEntry>[] = [
  {
    id: 'when',
    header: texts.timeColumn,
    width: '14rem',
    cell: ({ at }) => (
      <span className="whitespace-nowrap tabular-nums">
        <span className="text-muted">{texts.dayWithComma(day(at))}</span> <Time at={at} show="second" />
      </span>
    ),
  },
  { id: 'who', header: texts.operatorColumn, width: '10rem', cell: ({ operator }) => operator ?? texts.switchboard },
  {
    id: 'what',
    header: texts.actionColumn,
    width: '15rem',
    cell: ({ endpoint, ids, state }) => actionText(endpoint, ids, state),
  },
  {
    id: 'which',
    header: texts.targetColumn,
    visibleFrom: 'md',
    cell: ({ ids, names, version }) => <Target ids={ids} names={names} version={version} />,
  },
  {
    id: 'outcome',
    header: texts.outcomeColumn,
    cell: ({ state, happened, reason }) => (
      <span className="inline-flex flex-wrap gap-x-2">
        <StatusLabel {...outcomeStatus({ state, happened })} />
        {reason && <span className="text-soft">{reason}</span>}
      </span>
    ),
  },
]
