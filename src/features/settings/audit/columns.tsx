/** The columns of the audit. */
import { useState } from 'react'
import { type ReadOptions, read, useRead } from '#api/reads.ts'
import { type ActionTarget, actionText, outcomeStatus, targetOf } from '#components/effects/history-texts.ts'
import { shortened } from '#components/versions/change-texts.ts'
import {
  type AuditedVersion,
  auditedChangeText,
  type Contract,
  type HistoryEntry,
  outcomeText,
  type ResponseOf,
  type Role,
  roles,
} from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { versionsPath } from '#kit/navigation/record-kinds.ts'
import { Id } from '#ui/forms/copy-button.tsx'
import { Disclosure } from '#ui/layout/disclosure.tsx'
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
      {ids.notCalled && <span className="text-muted">{texts.notCalled(Number(ids.notCalled))}</span>}
      {ids.callOptedOut && <span className="text-muted">{texts.calledOptedOut(Number(ids.callOptedOut))}</span>}
    </span>
  )
}

/** The steps between an action and its end are shown if there were more than those two, or if it took longer. */
const maxUsualSteps = 2
const longMs = 60_000

function Steps({ steps }: Pick<HistoryEntry, 'steps'>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Disclosure compact summary={texts.stepCount(steps.length)} isOpen={isOpen} onToggle={setIsOpen}>
      <ol className="flex flex-col gap-1 pb-1 text-label">
        {steps.map((step) => (
          <li key={`${step.at} ${step.state}`}>
            <Time at={step.at} show="day-and-time" /> {visible(texts.stepText(outcomeText(step), step.operator))}
            {step.reason && <span className="text-soft"> {visible(step.reason)}</span>}
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}

/** The state of an action, who else ended it, and why; with its steps if there were many. */
function Outcome({ entry: { state, happened, reason, operator, steps } }: { entry: HistoryEntry }) {
  const [first, last] = [steps[0], steps.at(-1)]
  const isEndedByAnother = last !== undefined && last.operator !== operator
  const hasMore = steps.length > maxUsualSteps || (first && last && last.at - first.at >= longMs)
  return (
    <div className="flex min-w-0 flex-col">
      <span className="inline-flex flex-wrap gap-x-2">
        <StatusLabel {...outcomeStatus({ state, happened })} />
        {isEndedByAnother && <span className="text-soft">{visible(texts.endedBy(last.operator))}</span>}
        {reason && <span className="text-soft">{reason}</span>}
      </span>
      {hasMore && <Steps steps={steps} />}
    </div>
  )
}

/** Narrow in a window of 1024 px, where the target needs the space; on one line from about 1440 px. */
const widths = {
  when: 'clamp(7.5rem, 58cqi - 20rem, 14rem)',
  who: 'clamp(6.5rem, 58cqi - 21rem, 10rem)',
  what: 'clamp(9rem, 58cqi - 18.5rem, 15rem)',
}

export const auditColumns: readonly DataColumn<HistoryEntry>[] = [
  {
    id: 'when',
    header: texts.timeColumn,
    width: widths.when,
    cell: ({ at }) => (
      <span className="inline-flex flex-wrap gap-x-1 tabular-nums">
        <span className="whitespace-nowrap text-muted">{texts.dayWithComma(day(at))}</span>
        <Time at={at} show="second" />
      </span>
    ),
  },
  { id: 'who', header: texts.operatorColumn, width: widths.who, cell: ({ operator }) => operator ?? texts.switchboard },
  {
    id: 'what',
    header: texts.actionColumn,
    width: widths.what,
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
    cell: (entry) => <Outcome entry={entry} />,
  },
]
