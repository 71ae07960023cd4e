/** The columns of the audit. */
import { useRead } from '#api/reads.ts'
import { type HistoryEntry, type Role, roles } from '#contract/index.ts'
import { deedInWords, endingLamp, thingOf } from '#parts/effect-words.ts'
import type { DataColumn } from '#shell/data-table.tsx'
import { Link } from '#shell/link.tsx'
import { Id } from '#ui/copy-button.tsx'
import { day } from '#ui/format.ts'
import { Lamp } from '#ui/lamp.tsx'
import { Time } from '#ui/time.tsx'
import { operatorsRead } from '../operators/operators-part.tsx'
import { rolesInWords } from '../operators/role-choice.tsx'

const isRole = (word: string): word is Role => (roles as readonly string[]).includes(word)

function Which({ ids }: Pick<HistoryEntry, 'ids'>) {
  const operators = useRead(operatorsRead).data?.operators
  const thing = thingOf(ids)
  const known = operators?.find(({ id }) => id === ids.operatorId)
  const given = ids.roles && rolesInWords(ids.roles.split(' ').filter(isRole))
  if (known || given) return [known?.name, given].filter(Boolean).join(': ')
  if (!thing) return <span className="text-muted">–</span>
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
      <span className="text-muted">{thing.path ? <Link to={thing.path}>{thing.kind}</Link> : thing.kind}</span>
      <Id id={thing.id} of={`${thing.kind} ID`} />
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
    cell: ({ endpoint, ids }) => deedInWords(endpoint, ids),
  },
  { id: 'which', header: 'Which', from: 'md', cell: ({ ids }) => <Which ids={ids} /> },
  {
    id: 'outcome',
    header: 'Outcome',
    cell: ({ state, happened, reason }) => (
      <span className="inline-flex flex-wrap gap-x-2">
        <Lamp {...endingLamp({ state, happened })} />
        {reason && <span className="text-soft">{reason}</span>}
      </span>
    ),
  },
]
