/** Evidence that a call without an answer was made: the service announced one of the same agent to the same number. */
import type { Effect } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Time } from '#ui/time/time.tsx'

/** Items of a list of evidence. */
export const AnnouncedCalls = ({ announced }: Pick<Effect, 'announced'>) =>
  announced.map(({ callId, roomName, at }) => (
    <li key={callId} className="font-medium text-ink">
      The service announced a call of this agent to this number at <Time at={at} show="second" />
      {roomName && (
        <>
          : <Link to={paths.call(roomName)}>look at it</Link>
        </>
      )}
      .
    </li>
  ))
