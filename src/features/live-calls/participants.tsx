import type { Participant } from '#contract/index.ts'
import { Badge } from '#ui/status/badge.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { Time } from '#ui/time/time.tsx'

const word = (value: unknown): string => (typeof value === 'string' ? value : '')

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** A participant's name, where the metadata tell one; the identity stands beside it. */
const nameOf = ({ metadata, identity }: Participant) => word(metadata.name) || identity

export function Participants({ people }: { people: readonly Participant[] }) {
  if (people.length === 0) return <p className="text-muted">The service names nobody.</p>
  return (
    <ul className="divide-y divide-line">
      {people.map((person) => (
        <li key={person.identity} className="flex flex-col gap-0.5 py-1.5">
          <span className="flex items-center gap-2">
            <span className="min-w-0 font-medium break-words">{visible(nameOf(person))}</span>
            <Badge tone="outline">{person.isAgent ? 'Agent' : capital(word(person.metadata.kind)) || 'Person'}</Badge>
          </span>
          <span className="flex flex-wrap gap-x-2 text-label text-muted">
            {person.identity !== nameOf(person) && <span className="mono break-all">{visible(person.identity)}</span>}
            <span>
              joined <Time at={person.joinedAt} show="second" none="at an unknown time" />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
