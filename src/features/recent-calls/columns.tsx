/** What the list of the calls that Switchboard has seen consists of. */
import FileText from 'lucide-react/icons/file-text'
import { BatchOfCall } from '#components/calls/batch-of-call.tsx'
import { CallResult } from '#components/calls/outcome/call-result.tsx'
import { speakerOf } from '#components/calls/transcript-lines.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { type CallExcerpt, callOutcomes, type KeptCallOrder, type ListedCall, outcomeLabels } from '#contract/index.ts'
import { Moment } from '#kit/list/cells.tsx'
import type { ListDefinition, Sorting } from '#kit/list/definition.ts'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { groupNumber } from '#phone/group.ts'
import { Glyph } from '#ui/status/icon.tsx'
import { plural } from '#ui/text/format-number.ts'
import { MarkedText, markHiddenCharacters } from '#ui/text/visible-text.tsx'
import { dayAndTime } from '#ui/time/format-time.ts'
import { Duration } from '#ui/time/time.tsx'

/** The place of the transcript that the search found. */
const Excerpt = ({ excerpt: { role, pieces } }: { excerpt: CallExcerpt }) => (
  <p className="pb-1 text-label font-normal break-words whitespace-normal text-soft">
    {speakerOf(role).name}:{' '}
    {pieces.map(({ text, isMatch }, index) =>
      isMatch ? (
        <mark key={index} className="rounded-small bg-accent-soft px-0.5 font-medium text-ink">
          {markHiddenCharacters(text)}
        </mark>
      ) : (
        <MarkedText key={index} text={text} />
      ),
    )}
  </p>
)

const Customer = ({ call }: { call: ListedCall }) => {
  const { roomName, customerName, phone, found, firstSeenAt, noteCount, lineCount } = call
  const name = customerName || groupNumber(phone) || roomName
  const transcript = `Transcript: ${plural(lineCount, 'line', 'lines')}`
  return (
    <>
      <RowLink to={paths.call(roomName)} aria-label={`${name}, ${dayAndTime(firstSeenAt)}`}>
        {name}
      </RowLink>{' '}
      <span className="text-label font-normal text-muted">
        {/* On a phone it would be cut off. */}
        {customerName !== '' && (
          <span className="hidden @xl:inline">
            <PhoneNumber number={phone} hidden="Number not shown" />
          </span>
        )}
        {noteCount > 0 && ` · ${plural(noteCount, 'note', 'notes')}`}
        {lineCount > 0 && (
          <span title={transcript} className="ml-1.5 inline-block align-middle">
            <Glyph icon={FileText} size="small" />
            <span className="sr-only">{transcript}</span>
          </span>
        )}
      </span>
      {found && <Excerpt excerpt={found} />}
    </>
  )
}

/** Calls of an agent by name, which the list of the service's history has too. The gateway takes any name. */
export const agentFilter = (agentNames: readonly string[]) => ({
  choices: [...new Set(agentNames.filter(Boolean))].toSorted().map((name) => ({ value: name, label: name })),
  other: /^.{1,200}$/su,
})

/** The calls that Switchboard has seen and that are not in progress. The gateway filters and sorts them. */
export const callList = (agentNames: readonly string[]): ListDefinition<ListedCall> => ({
  noun: ['call', 'calls'],
  columns: [
    {
      id: 'customer',
      header: 'Customer',
      hasOneOrder: true,
      value: ({ customerName }) => customerName,
      cell: (call) => <Customer call={call} />,
    },
    {
      id: 'outcome',
      formerId: 'state',
      header: 'Outcome',
      narrow: 'state',
      cell: (call) => <CallResult call={call} />,
      filter: { choices: callOutcomes.map((value) => ({ value, label: outcomeLabels[value] })) },
    },
    {
      id: 'agent',
      header: 'Agent',
      narrow: 'meta',
      hasOneOrder: true,
      value: ({ agentName }) => agentName,
      cell: ({ agentName }) => agentName || <span className="text-muted">Unknown</span>,
      filter: agentFilter(agentNames),
    },
    { id: 'batch', header: 'Batch', cell: (call) => <BatchOfCall {...call} /> },
    {
      id: 'duration',
      header: 'Duration',
      align: 'right',
      isDescendingFirst: true,
      hasOneOrder: true,
      value: ({ duration }) => duration,
      cell: ({ duration }) => <Duration seconds={duration} />,
    },
    {
      id: 'when',
      header: 'Started',
      narrow: 'age',
      align: 'right',
      isDescendingFirst: true,
      value: ({ firstSeenAt }) => firstSeenAt,
      cell: ({ firstSeenAt }) => <Moment at={firstSeenAt} />,
    },
  ],
  moreFilters: [
    {
      id: 'transcript',
      header: 'Transcript',
      filter: { choices: [{ value: 'yes', label: 'With transcript' }] },
    },
    // Of addresses and views that were saved before: nobody can choose it, but whoever has it sees and removes it.
    {
      id: 'state',
      header: 'State',
      filter: { choices: [], other: /./, nameOf: (value) => value.replaceAll('_', ' ') },
    },
  ],
  firstSort: 'when',
  rowKey: ({ roomName }) => roomName,
})

/** The order as the gateway names it. */
export const orderOf = ({ column, order }: Sorting): KeptCallOrder =>
  column === 'customer'
    ? 'name'
    : column === 'agent'
      ? 'agent'
      : column === 'duration'
        ? 'longest'
        : order === 'ascending'
          ? 'oldest'
          : 'newest'
