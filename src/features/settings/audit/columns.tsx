/** What the audit consists of. */

import { useState } from 'react'
import { type ReadOptions, read, useRead } from '#api/reads.ts'
import { type ActionTarget, actionText, outcomeStatus, targetOf } from '#components/effects/history-texts.ts'
import { shortened } from '#components/versions/change-texts.ts'
import {
  type AuditedVersion,
  auditedChangeText,
  type Contract,
  effectStates,
  type HistoryEntry,
  idPattern,
  type KnownOperator,
  outcomeText,
  type RequestDefinition,
  type ResponseOf,
  type Role,
  requests,
  roles,
  stateTexts,
} from '#contract/index.ts'
import { Moment, Usual } from '#kit/list/cells.tsx'
import { type ListDefinition } from '#kit/list/definition.ts'
import { Link } from '#kit/navigation/link.tsx'
import { versionsPath } from '#kit/navigation/record-kinds.ts'
import { useSearchText } from '#kit/navigation/use-search-text.ts'
import { Id } from '#ui/forms/copy-button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { browserTimeZone, dayAndTime, localMinute, momentOf } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import { roleLabels } from '../shared/role-texts.ts'
import { TargetFilter } from './target-filter.tsx'
import * as texts from './texts.tsx'

const zone = browserTimeZone.replaceAll('_', ' ')

interface Props {
  label: string
  /** Epoch ms. */
  at: string | undefined
  onChange: (at: number | undefined) => void
}

function TimeFilter({ label, at, onChange }: Props) {
  const [text, setText] = useSearchText(at === undefined ? '' : localMinute(Number(at)), (typed) => {
    const moment = momentOf(typed)
    // While the first digits of a year are typed, the time is before 1970.
    if (typed === '' || (moment !== null && moment >= 0)) onChange(moment ?? undefined)
  })
  return (
    <TextField type="datetime-local" label={label} hint={`Your time zone: ${zone}`} value={text} onChange={setText} />
  )
}

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
  const linkTo = (text: string) =>
    path ? (
      <Link to={path} aria-label={name === undefined ? `${kind} ${id}` : undefined}>
        {text}
      </Link>
    ) : (
      text
    )
  if (name === undefined)
    return (
      <>
        <span className="text-muted">{linkTo(kind)}</span>
        <Id id={id} name={`${kind} ID`} />
      </>
    )
  return (
    <>
      <span className="text-muted">{kind}</span> <span>{linkTo(name)}</span>
    </>
  )
}

const changeTextsOf = (version: AuditedVersion | null) =>
  shortened((version?.changes ?? []).map(auditedChangeText), maxChanges)

/** What a command changed in a record, with a link to the version that has the words. */
const Changes = ({ version, name }: { version: AuditedVersion; name: string }) => (
  <>
    <Link to={versionsPath(version.kind, version.recordId, version.number)}>
      {`Version ${number(version.number)}`}
      <span className="sr-only"> of {name}</span>
    </Link>
    <span className="text-muted">{visible(changeTextsOf(version).join(' · '))}</span>
  </>
)

function Target({ ids, names, version }: Pick<HistoryEntry, 'ids' | 'names' | 'version'>) {
  const operators = useRead(operatorsRead).data?.operators
  const target = targetOf(ids)
  const operator = operators?.find(({ id }) => id === ids.operatorId)?.name
  const givenRoles = ids.roles && roleLabels(ids.roles.split(' ').filter(isRole))
  if (operator && givenRoles) return texts.operatorWithRoles(operator, givenRoles)
  if (operator || givenRoles) return operator || givenRoles
  if (!target) return <span className="text-muted">–</span>
  return (
    <span className="space-x-1.5">
      <TargetLink target={target} name={names[target.idName]} />
      {ids.recipients && (
        <span className="text-muted">
          recipients <span className="mono text-soft">{ids.recipients}</span>
        </span>
      )}
      {version && <Changes version={version} name={names[target.idName] ?? version.recordId} />}
      {ids.rejectReason && <span className="text-muted">reason: {visible(ids.rejectReason)}</span>}
      {ids.notCalled && (
        <span className="text-muted">{`${plural(Number(ids.notCalled), 'person is', 'people are')} not called`}</span>
      )}
      {ids.callOptedOut && (
        <span className="text-muted">{`includes ${plural(Number(ids.callOptedOut), 'row', 'rows')} marked do not call`}</span>
      )}
    </span>
  )
}

/** The steps between an action and its end are shown if there were more than those two, or if it took longer. */
const maxUsualSteps = 2
const longMs = 60_000

function Steps({ steps }: Pick<HistoryEntry, 'steps'>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Disclosure compact summary={plural(steps.length, 'step', 'steps')} isOpen={isOpen} onToggle={setIsOpen}>
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
    // Nothing is cut off: the reason and the steps are nowhere else.
    <div className="max-w-44 min-w-0 py-1 whitespace-normal @xl:max-w-none">
      <span className="space-x-2">
        {state === 'done' ? (
          <Usual>{outcomeText({ state, happened })}</Usual>
        ) : (
          <StatusLabel wraps {...outcomeStatus({ state, happened })} />
        )}
        {isEndedByAnother && <span className="text-soft">{visible(`by ${last.operator ?? texts.switchboard}`)}</span>}
        {reason && <span className="text-soft">{reason}</span>}
      </span>
      {hasMore && <Steps steps={steps} />}
    </div>
  )
}

const actionChoices = Object.entries<RequestDefinition>(requests)
  .flatMap(([value, { done }]) => (done === undefined ? [] : [{ value, label: done }]))
  .toSorted((one, other) => one.label.localeCompare(other.label))

const anyTime = /^\d{1,15}$/

/** The audit. The gateway filters it, and has no other order than by time. @param known names of targets by ID */
export const auditList = (
  operators: readonly KnownOperator[],
  known: ReadonlyMap<string, string> = new Map(),
): ListDefinition<HistoryEntry> => ({
  noun: texts.noun,
  columns: [
    {
      id: 'endpoint',
      header: 'Action',
      width: 10,
      shrinks: true,
      value: ({ endpoint, ids, state }) => actionText(endpoint, ids, state),
      filter: { choices: actionChoices },
    },
    {
      id: 'thing',
      header: 'Target',
      narrow: 'meta',
      grows: true,
      value: ({ version }) => changeTextsOf(version).join(' · '),
      cell: ({ operator, ids, names, version }, unlessShown) => (
        <>
          <span className={unlessShown?.('operator')}>{operator ?? texts.switchboard} · </span>
          <Target ids={ids} names={names} version={version} />
        </>
      ),
      filter: {
        choices: [],
        other: idPattern,
        nameOf: (id) => known.get(id) ?? operators.find((operator) => operator.id === id)?.name ?? id,
        control: (target, onChange) => <TargetFilter target={target} operators={operators} onChange={onChange} />,
      },
    },
    {
      id: 'operator',
      header: 'Operator',
      width: 13,
      value: ({ operator }) => operator ?? texts.switchboard,
      filter: { choices: operators.map(({ id, name }) => ({ value: id, label: name })), other: idPattern },
    },
    {
      id: 'state',
      header: 'Outcome',
      narrow: 'state',
      value: ({ state, happened, reason }) => [outcomeText({ state, happened }), reason].filter(Boolean).join(' · '),
      cell: (entry) => <Outcome entry={entry} />,
      filter: { choices: effectStates.map((value) => ({ value, label: stateTexts[value] })) },
    },
    {
      id: 'when',
      header: 'Time',
      narrow: 'age',
      align: 'right',
      cell: ({ at }) => <Moment at={at} show="second" />,
    },
  ],
  moreFilters: [
    {
      id: 'from',
      header: texts.fromFilter,
      filter: {
        choices: [],
        other: anyTime,
        nameOf: (at) => dayAndTime(Number(at)),
        control: (at, onChange) => (
          <TimeFilter label={texts.fromFilter} at={at} onChange={(from) => onChange(from?.toString())} />
        ),
      },
    },
    {
      id: 'to',
      header: texts.toFilter,
      filter: {
        choices: [],
        other: anyTime,
        nameOf: (at) => dayAndTime(Number(at)),
        // Includes the whole minute.
        control: (at, onChange) => (
          <TimeFilter
            label={texts.toFilter}
            at={at}
            onChange={(to) => onChange(to === undefined ? undefined : String(to + 59_999))}
          />
        ),
      },
    },
  ],
  rowKey: ({ seq }) => String(seq),
})
