/** The page of one call: its transcript while it is in progress, and what was seen of it after it has ended. */
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load, queryClient, read, useRead } from '#api/reads.ts'
import { useFindInTranscript } from '#components/calls/find-in-transcript.ts'
import { CallOutcome } from '#components/calls/outcome/call-outcome.tsx'
import { addOutcomeNote } from '#components/calls/outcome/outcome-note.ts'
import { outcomeRead } from '#components/calls/outcome/outcome-read.ts'
import * as outcomeTexts from '#components/calls/outcome/texts.tsx'
import { Transcript } from '#components/calls/transcript.tsx'
import { TranscriptActions } from '#components/calls/transcript-actions.tsx'
import { findLine, mergeLines, transcriptHead } from '#components/calls/transcript-lines.ts'
import { idPattern, type KeptCall } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView, StaleStatusesIfRefused } from '#kit/data/data-view.tsx'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page } from '#kit/page/page-header.tsx'
import { groupNumber } from '#phone/group.ts'
import { Switch } from '#ui/forms/choice.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { dayAndTime } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import { useIsWide } from '#ui/use-media.ts'
import { CallHeader, type CallState, HeaderWithBack } from './call-header.tsx'
import { CallList } from './call-list.tsx'
import { EndAccepted } from './end-accepted.tsx'
import { CallFacts, factReads } from './facts/call-facts.tsx'
import { FindField } from './find-field.tsx'
import { sentimentLabel } from './moods/sentiment.ts'
import { SentimentLine } from './moods/sentiment-line.tsx'
import { sentimentNotes } from './moods/sentiment-notes.ts'
import { CallNotes } from './notes/call-notes.tsx'
import { notesRead } from './notes/notes-read.ts'
import { Participants } from './participants.tsx'
import { useRememberCall } from './recent-calls.ts'
import * as texts from './texts.tsx'
import { UnknownRoom } from './unknown-room.tsx'
import { callRead, useLiveCall } from './use-live-call.ts'

const wallRead = read('liveCallList', {}, 'background')
const keptRead = (roomName: string) => read('keptCallShow', { params: { roomName } })

/** The page itself shows that a room is unknown, so a failed read must not replace the page. */
export const loader = async ({ params: { roomName = '' } }: LoaderFunctionArgs) => {
  // Reading the list of calls shows whether the service can end calls. The page does not wait for the list.
  void load(wallRead)
  if (!idPattern.test(roomName)) return null
  // Nor for the names of agent and flow, whose places are as tall.
  void load(...factReads).catch(() => null)
  // What is above other parts of the page, and only asks the gateway. Each says by itself why it could not be read.
  const parts = load(outcomeRead(roomName), notesRead(roomName)).catch(() => null)
  const options = keptRead(roomName)
  await load(options)
  // The service need not be asked about a call that has ended.
  if (!hasEnded(queryClient.getQueryData(options.queryKey)?.data.kept)) await load(callRead(roomName)).catch(() => null)
  return parts
}

const hasEnded = (kept: KeptCall | null | undefined): boolean => typeof kept?.endedAt === 'number'

/** For a call that ended before anybody opened it. The service has the results of a batch's calls. */
const NoTranscript = ({ batchId }: { batchId: string | null }) =>
  batchId === null ? (
    'Switchboard did not read what was said in this call. It keeps the transcript of calls that somebody opens.'
  ) : (
    <>
      Switchboard did not read what was said in this call. If the service has its transcript, it is on{' '}
      <Link to={paths.batch(batchId)}>the page of its batch</Link>, beside this customer.
    </>
  )

const useCallOnWall = (roomName: string) => useRead(wallRead).data?.calls.find((call) => call.roomName === roomName)

/** The batch of a call, from what was kept of it or from the wall. */
function useBatch(roomName: string): { batchId: string | null; isPlaced: boolean } {
  const { kept, isPlaced = false } = useRead(keptRead(roomName)).data ?? {}
  const onWall = useCallOnWall(roomName)
  return { batchId: kept?.batchId ?? onWall?.batchId ?? null, isPlaced }
}

function CallContent({ callState }: { callState: CallState }) {
  const { call, readAt, state, kept } = callState
  const { endedAt, notFound, lines, moods } = state
  const speakers = { agent: call.aiAgentName, customer: call.customerName }
  const batch = useBatch(call.roomName)
  const outcome = useRead(outcomeRead(call.roomName)).data
  const notes = addOutcomeNote(sentimentNotes(moods, lines), outcome, (said) => findLine(lines, said)?.index)
  const [goTo, setGoTo] = useState<{ index: number } | null>(null)
  const [isAnnouncing, setIsAnnouncing] = useState(true)
  const search = useFindInTranscript(lines)
  useShortcut(
    'calls.copyLink',
    () => void navigator.clipboard.writeText(location.href).then(() => notify({ title: 'Link to this call copied.' })),
  )
  return (
    <div className="grid gap-4 lg:-mb-12 lg:h-[calc(100dvh-var(--spacing-top-bar)-var(--banner-height,0px)-6.75rem)] lg:min-h-[24rem] lg:grid-cols-[minmax(0,1fr)_18.75rem] lg:grid-rows-[minmax(0,1fr)]">
      <section
        aria-label="Conversation"
        className="flex h-[70dvh] min-w-0 flex-col overflow-clip rounded-large border border-line bg-raised lg:h-auto"
      >
        <div className="flex min-h-10 items-center gap-3 border-b border-line px-3">
          <h2 className="text-base max-sm:sr-only">Transcript</h2>
          <div className="ml-auto flex min-w-0 items-center gap-1">
            {lines.length > 0 && <FindField search={search} />}
            <TranscriptActions
              lines={lines}
              speakers={speakers}
              head={transcriptHead(
                call.customerName ?? '',
                groupNumber(call.customerPhone),
                call.aiAgentName,
                dayAndTime(readAt - (call.duration ?? 0) * 1_000),
              )}
              fileName={`transcript-${call.roomName}.txt`}
            />
          </div>
        </div>
        <Transcript
          lines={lines}
          speakers={speakers}
          isAnnounced={isAnnouncing && endedAt === null}
          found={search.found}
          notes={notes}
          goTo={goTo}
          showFirstSeen={kept !== undefined}
          empty={
            <p className="px-3 py-3 text-muted">
              {endedAt === null ? (
                'Nothing has been said yet. New lines appear here automatically.'
              ) : (
                <NoTranscript batchId={kept?.batchId ?? null} />
              )}
            </p>
          }
        />
        {/* As high before the end of the call as after it, so that no line moves while people read what was said last. */}
        <div className="flex min-h-row items-center justify-between gap-3 border-t border-line bg-surface px-3 py-1 text-label text-soft max-sm:min-h-15">
          <output>
            {notFound && (
              <>
                <StatusLabel state="stale" label="Not found just now." /> It may have ended. Switchboard reads it again,
                and shows its state from <Time at={readAt} show="second" />.
              </>
            )}
            <EndAccepted acceptedAt={state.endAcceptedAt} wasFound={state.foundSinceEnd} />
            {endedAt !== null && (
              <>
                <StatusLabel state="off" label="Call ended." /> Last known state, from{' '}
                <Time at={readAt} show={kept ? 'day-and-time' : 'second'} />.{' '}
                {kept && (
                  <>
                    Switchboard keeps it until <Time at={kept.keptUntil} show="day" />.
                  </>
                )}
              </>
            )}
          </output>
          {endedAt === null && (
            <Switch label="Read new lines aloud" checked={isAnnouncing} onChange={setIsAnnouncing} />
          )}
        </div>
      </section>
      <div className="flex min-w-0 flex-col gap-4 lg:overflow-y-auto">
        <Section title={outcomeTexts.title}>
          {/* As high with a line of the transcript as without one: a guess changes during a call. */}
          <div className="h-36 overflow-y-auto [&_blockquote]:line-clamp-2">
            <CallOutcome
              roomName={call.roomName}
              isLive={endedAt === null}
              onShowLine={(said) => setGoTo({ index: findLine(lines, said)?.index ?? said.index })}
            />
          </div>
          <p className="-mx-3 mt-3 -mb-3 flex h-row items-center gap-2 border-t border-line px-3">
            <span className="text-muted">Sentiment</span>
            <span className="min-w-0 flex-1">
              {moods.length > 1 && <SentimentLine moods={moods} until={readAt} width={120} />}
            </span>
            {sentimentLabel(call.sentiment)}
          </p>
        </Section>
        <CallNotes roomName={call.roomName} />
        <CallFacts call={call} {...batch} />
        <Section title="Participants" facts={call.participants.length}>
          <Participants people={call.participants} />
        </Section>
        <Section title="Room">
          <div className="text-small">
            <Id id={call.roomName} name="room" />
          </div>
        </Section>
      </div>
    </div>
  )
}

/** A call that has ended, as the team last saw it. */
function EndedCall({ kept }: { kept: KeptCall }) {
  const { call, linesSeenAt, readAt } = kept
  useRememberCall(call.roomName, call.customerName || groupNumber(call.customerPhone))
  const lines = mergeLines([], call.transcript, (index) => linesSeenAt[index] ?? null)
  // The duration is the one that the service last reported.
  const { moods } = kept
  const state = { endedAt: readAt, notFound: false, endAcceptedAt: null, foundSinceEnd: false, moods, lines }
  const callState = { call, readAt, age: null, kept, state }
  return (
    <Page width="wide">
      <CallHeader {...callState} />
      <CallContent callState={callState} />
    </Page>
  )
}

/** What is known of a call that the service does not show: what was kept of it, or nothing. */
function EndedOrUnknown({ roomName }: { roomName: string }) {
  const { data, isLoading } = useRead(keptRead(roomName))
  if (data?.kept) return <EndedCall kept={data.kept} />
  return isLoading ? null : <UnknownRoom roomName={roomName} seen={data?.seen ?? null} />
}

/** The heading names the customer, who is unknown before the first answer. */
const Loading = () => (
  <Page width="wide">
    <HeaderWithBack title={texts.liveCall} />
    <SkeletonText lines={8} label={texts.loadingCall} />
  </Page>
)

/**
 * Shows the call from what was kept if it had ended when the page was opened, unless it is in progress after all. One that ends while it
 * is shown stays as it is.
 */
function CallOfRoom({ roomName, kept }: { roomName: string; kept: KeptCall | null }) {
  const onWall = useCallOnWall(roomName)
  const [wasEnded, setWasEnded] = useState(hasEnded(kept))
  if (wasEnded && onWall?.live) setWasEnded(false)
  return wasEnded && kept ? <EndedCall kept={kept} /> : <LiveCall roomName={roomName} kept={kept} />
}

/** Asks the service about a call only once it is known that it has not ended. */
function RoomPage({ roomName }: { roomName: string }) {
  const { data, isLoading } = useRead(keptRead(roomName))
  return isLoading ? <Loading /> : <CallOfRoom roomName={roomName} kept={data?.kept ?? null} />
}

function LiveCall({ roomName, kept }: { roomName: string; kept: KeptCall | null }) {
  const { query, isUnknown, ...state } = useLiveCall(roomName, kept, useCallOnWall(roomName))
  const { readAt, refusal } = query
  useRememberCall(roomName, query.data && (query.data.customerName || groupNumber(query.data.customerPhone)))
  if (isUnknown) return <EndedOrUnknown roomName={roomName} />
  const age = <Age readAt={readAt} refusal={refusal} />
  return (
    <StaleStatusesIfRefused refusal={refusal}>
      <Page width="wide">
        {/* The heading names the customer, who is unknown before the first answer. */}
        {!query.data && <HeaderWithBack title={texts.liveCall} />}
        <DataView query={query} loading={<SkeletonText lines={8} label={texts.loadingCall} />}>
          {(call) => {
            const callState = { call, readAt: readAt ?? 0, age, state }
            return (
              <>
                <CallHeader {...callState} />
                <CallContent callState={callState} />
              </>
            )
          }}
        </DataView>
      </Page>
    </StaleStatusesIfRefused>
  )
}

export function Component() {
  const { roomName = '' } = useParams()
  const isWide = useIsWide()
  const page = idPattern.test(roomName) ? (
    <RoomPage key={roomName} roomName={roomName} />
  ) : (
    <UnknownRoom roomName={roomName} seen={null} />
  )
  return (
    <div className="flex">
      {isWide && <CallList roomName={roomName} />}
      <div className="min-w-0 flex-1">{page}</div>
    </div>
  )
}
