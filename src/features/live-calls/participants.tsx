/** The participants of a call, with their roles and when they joined. */
import type { Participant } from '#contract/index.ts'
import { Badge } from '#ui/status/badge.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { Time } from '#ui/time/time.tsx'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The name in the metadata, or else the identity. */
const nameOf = ({ metadata, identity }: Participant) => textOf(metadata.name) || identity

export function Participants({ people }: { people: readonly Participant[] }) {
  if (people.length === 0) return <p className="text-muted">The service lists no participants.</p>
  return (
    <ul className="divide-y divide-line">
      {people.map((person) => (
        <li key={person.identity} className="flex flex-col gap-0.5 py-1.5">
          <span className="flex items-center gap-2">
            <span className="min-w-0 font-medium break-words">{visible(nameOf(person))}</span>
            <Badge tone="outline">
              {person.isAgent ? 'Agent' : capitalize(textOf(person.metadata.kind)) || 'Person'}
            </Badge>
          </span>
          <span className="flex flex-wrap gap-x-2 text-label text-muted">
            {person.identity !== nameOf(person) && <span className="mono break-all">{visible(person.identity)}</span>}
            <span>
              Joined <Time at={person.joinedAt} show="second" none="at an unknown time" />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
