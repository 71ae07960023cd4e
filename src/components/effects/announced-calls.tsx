/** Evidence for a call with an unknown outcome: the service reported calls by the same agent to the same number. */
import type { Effect } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Time } from '#ui/time/time.tsx'

/** Renders list items. */
export const AnnouncedCalls = ({ announced }: Pick<Effect, 'announced'>) =>
  announced.map(({ callId, roomName, at }) => (
    <li key={callId} className="font-medium text-ink">
      The service reported a call by this agent to this number at <Time at={at} show="second" />.
      {roomName && (
        <>
          {' '}
          <Link to={paths.call(roomName)}>View call</Link>
        </>
      )}
    </li>
  ))
