/** The columns of the audit. */
import { type Read, read, useRead } from '#api/reads.ts'
import { actionText, outcomeLamp, type Thing, thingOf } from '#components/effects/history-texts.ts'
import { type Contract, type HistoryEntry, type ResponseOf, type Role, roles } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { day } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import { rolesInWords } from '../operators/role-choice.tsx'

/** Their names and roles, as they were when the page was opened: nothing here follows who has just signed in. */
export const operatorsRead: Read<ResponseOf<Contract['operatorList']>> = {
  ...read('operatorList'),
  refetchInterval: false,
}

const isRole = (word: string): word is Role => (roles as readonly string[]).includes(word)

/** By its name where anybody has seen it, else by its ID. */
function ThingLink({ thing: { kind, id, path }, name }: { thing: Thing; name: string | undefined }) {
  const linked = (words: string) => (path ? <Link to={path}>{words}</Link> : words)
  if (name === undefined)
    return (
      <>
        <span className="text-muted">{linked(kind)}</span>
        <Id id={id} of={`${kind} ID`} />
      </>
    )
  return (
    <>
      <span className="text-muted">{kind}</span>
      <span className="wrap-anywhere">{linked(name)}</span>
    </>
  )
}

function Which({ ids, names }: Pick<HistoryEntry, 'ids' | 'names'>) {
  const operators = useRead(operatorsRead).data?.operators
  const thing = thingOf(ids)
  const known = operators?.find(({ id }) => id === ids.operatorId)
  const given = ids.roles && rolesInWords(ids.roles.split(' ').filter(isRole))
  if (known || given) return [known?.name, given].filter(Boolean).join(': ')
  if (!thing) return <span className="text-muted">–</span>
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
      <ThingLink thing={thing} name={names[thing.idName]} />
      {ids.recipients && (
        <span className="text-muted">
          recipients <span className="mono text-soft">{ids.recipients}</span>
        </span>
      )}
      {ids.callOptedOut && <span className="text-muted">{`calls ${ids.callOptedOut} marked do not call`}</span>}
    </span>
  )
}

export const auditColumns: readonly DataColumn<HistoryEntry>[] = [
  {
    id: 'when',
    header: 'When',
    width: '14rem',
    cell: ({ at }) => (
      <span className="whitespace-nowrap tabular-nums">
        <span className="text-muted">{day(at)},</span> <Time at={at} show="second" />
      </span>
    ),
  },
  { id: 'who', header: 'Who', width: '10rem', cell: ({ operator }) => operator ?? 'Switchboard itself' },
  {
    id: 'what',
    header: 'What',
    width: '15rem',
    cell: ({ endpoint, ids, state }) => actionText(endpoint, ids, state),
  },
  { id: 'which', header: 'Which', from: 'md', cell: ({ ids, names }) => <Which ids={ids} names={names} /> },
  {
    id: 'outcome',
    header: 'Outcome',
    cell: ({ state, happened, reason }) => (
      <span className="inline-flex flex-wrap gap-x-2">
        <Lamp {...outcomeLamp({ state, happened })} />
        {reason && <span className="text-soft">{reason}</span>}
      </span>
    ),
  },
]
