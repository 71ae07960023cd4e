/**
 * Why somebody should look at a call in progress, from what was read of it. Pure. The service names no reasons itself: they are derived
 * from the transcript (with the list extension only from its last line), the sentiment and the duration.
 */
import {
  type ActiveCallSummary,
  type CallConcern,
  type CallConcernReason,
  type ConcernRules,
  isAgentRole,
  sentimentValue,
  speakerOf,
  type TranscriptLine,
} from '#contract/index.ts'
import { asksForPerson, mailboxGreeting, maxGreetingLines, offersPerson } from './call-phrases.ts'

/** From when on a call is a concern: the rules of a workspace in the form in which readings are compared with them. */
export interface ConcernLimits {
  /** Seconds. */
  longCallSeconds: number
  /** Finds the words that the team watches for; null: none. */
  watchedWords: RegExp | null
}

const separators = '[^\\p{L}\\p{N}]+'

/** Finds any of these phrases as whole words. Compiled once, so that no line is normalized for each reading. */
function phrasePattern(phrases: readonly string[]): RegExp | null {
  const patterns = phrases.map((phrase) => (phrase.match(/[\p{L}\p{N}]+/gu) ?? []).join(separators)).filter(Boolean)
  return patterns.length === 0
    ? null
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

/** The limits of a workspace with these rules. Compile them once for each change of the rules. */
export const concernLimitsOf = ({ watchedWords, longCallMinutes }: ConcernRules): ConcernLimits => ({
  longCallSeconds: longCallMinutes * 60,
  watchedWords: phrasePattern(watchedWords),
})

/** What was observed of one call since the gateway first read it. Times are by the steady clock, ms. */
export interface CallHistory {
  /** The lines, the latest last. With the list extension, each last line that was seen; their roles are unknown (''). */
  lines: readonly TranscriptLine[]
  /** When a line was last added or changed. */
  lastLineAt: number
  /** Each change of the sentiment. */
  sentiments: readonly { at: number; sentiment: string }[]
  /** When each reason was first found. A reason that no longer applies is removed. */
  since: ReadonlyMap<CallConcernReason, number>
  /** What was found in the lines of the previous reading with these limits, so that a line is searched only once. */
  known: { limits: ConcernLimits | null; lines: readonly TranscriptLine[]; facts: readonly LineFacts[] }
}

/** What the words of a line say, whoever speaks them. */
interface LineFacts {
  asksForPerson: boolean
  offersPerson: boolean
  isMailboxGreeting: boolean
  hasWatchedWords: boolean
}

const silenceMs = 30_000
/** A fall of the sentiment counts this long. */
const fallingMs = 120_000
/** Shorter lines, such as "Okay, thank you.", may be repeated. */
const minRepeatedLength = 25
const maxLines = 200
const maxSentiments = 100

export const emptyHistory = (at: number): CallHistory => ({
  lines: [],
  lastLineAt: at,
  sentiments: [],
  since: new Map(),
  known: { limits: null, lines: [], facts: [] },
})

const isByAgent = ({ role }: TranscriptLine) => isAgentRole(role)
const readLine = (content: string, { watchedWords }: ConcernLimits): LineFacts => ({
  asksForPerson: asksForPerson.test(content),
  offersPerson: offersPerson.test(content),
  isMailboxGreeting: mailboxGreeting.test(content),
  hasWatchedWords: watchedWords?.test(content) ?? false,
})

/** The facts of all lines, in their order. Only lines that are new or were corrected since the previous reading are searched. */
function readLines({ lines, known }: CallHistory, limits: ConcernLimits): CallHistory['known'] {
  const before = known.limits === limits ? known.lines : []
  // Only the last lines of a long call are kept, so each new line moves the others up.
  const moved = Math.max(
    0,
    before.findIndex(({ content }) => content === lines[0]?.content),
  )
  const facts = lines.map(({ content }, index) => {
    const isKnown = before[index + moved]?.content === content
    return (isKnown ? known.facts[index + moved] : undefined) ?? readLine(content, limits)
  })
  return { limits, lines, facts }
}

const normalized = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Adds the last line of the list extension; a correction of the previous line replaces it. */
function withLastLine(lines: readonly TranscriptLine[], message: string): readonly TranscriptLine[] {
  const last = lines.at(-1)?.content ?? ''
  if (message === last) return lines
  const corrects = last !== '' && (message.startsWith(last) || last.startsWith(message))
  return [...(corrects ? lines.slice(0, -1) : lines), { role: '', content: message }]
}

const isSame = (before: readonly TranscriptLine[], after: readonly TranscriptLine[]) =>
  before.length === after.length && before.at(-1)?.content === after.at(-1)?.content

/**
 * Adds one reading of a call to its history.
 *
 * @param call the reading; `transcript` is absent in the list extension's answers
 * @param readAt steady clock, ms; not before the previous reading
 */
export function addReading(
  history: CallHistory,
  call: Pick<ActiveCallSummary, 'sentiment' | 'lastMessage'>,
  transcript: readonly TranscriptLine[] | undefined,
  readAt: number,
): CallHistory {
  const seen = transcript ?? (call.lastMessage ? withLastLine(history.lines, call.lastMessage) : history.lines)
  const lines = seen.slice(-maxLines)
  const last = history.sentiments.at(-1)
  const isNew = call.sentiment !== '' && last?.sentiment !== call.sentiment
  return {
    ...history,
    lines,
    lastLineAt: isSame(history.lines, lines) ? history.lastLineAt : readAt,
    sentiments: isNew
      ? [...history.sentiments, { at: readAt, sentiment: call.sentiment }].slice(-maxSentiments)
      : history.sentiments,
  }
}

/** The words that make a line a concern: the line itself, shortened. */
const maxQuote = 120
const quote = (text: string) => (text.length > maxQuote ? `${text.slice(0, maxQuote - 1)}…` : text)

/** The last line that passes, shortened. */
function findLine(
  { lines, known: { facts } }: CallHistory,
  test: (facts: LineFacts, line: TranscriptLine, index: number) => boolean,
): string | null {
  const found = lines.findLast((line, index) => facts[index] && test(facts[index], line, index))
  return found ? quote(found.content) : null
}

function repeatedLine(lines: readonly TranscriptLine[]): string | null {
  const byAgent = lines.filter(isByAgent).slice(-4)
  const last = byAgent.at(-1)
  if (!last || last.content.length < minRepeatedLength) return null
  const isRepeated = byAgent.slice(0, -1).some(({ content }) => normalized(content) === normalized(last.content))
  return isRepeated ? quote(last.content) : null
}

/** Whether the sentiment fell in the last two minutes and has not risen again. */
function isFalling(sentiments: CallHistory['sentiments'], now: number): boolean {
  const [last, before] = [sentiments.at(-1), sentiments.at(-2)]
  if (!last || !before || now - last.at > fallingMs) return false
  return (sentimentValue(last.sentiment) ?? 0) < (sentimentValue(before.sentiment) ?? 0)
}

/** The reasons that apply now, each with the words that it rests on ('' if it rests on no line). */
function reasonsNow(
  history: CallHistory,
  call: Pick<ActiveCallSummary, 'duration' | 'sentiment'>,
  readAt: number,
  { longCallSeconds }: ConcernLimits,
): Map<CallConcernReason, string> {
  const { lines, lastLineAt, sentiments } = history
  const reasons = new Map<CallConcernReason, string>()
  const isByCustomer = ({ offersPerson }: LineFacts, line: TranscriptLine) =>
    speakerOf(line.role) === undefined ? !offersPerson : speakerOf(line.role) === 'customer'
  const mailbox = findLine(
    history,
    (facts, line, index) => index < maxGreetingLines && facts.isMailboxGreeting && isByCustomer(facts, line),
  )
  const asks =
    mailbox === null ? findLine(history, (facts, line) => facts.asksForPerson && isByCustomer(facts, line)) : null
  if (asks !== null) reasons.set('asks_for_person', asks)
  const watched = findLine(history, ({ hasWatchedWords }) => hasWatchedWords)
  if (watched !== null) reasons.set('watched_words', watched)
  if (sentimentValue(call.sentiment) === -1) reasons.set('negative', '')
  else if (isFalling(sentiments, readAt)) reasons.set('falling', '')
  const repeated = repeatedLine(lines)
  if (repeated !== null) reasons.set('repeats', repeated)
  if (lines.length > 0 && readAt - lastLineAt >= silenceMs) reasons.set('silence', '')
  if (mailbox !== null) reasons.set('mailbox', mailbox)
  if ((call.duration ?? 0) >= longCallSeconds) reasons.set('long', '')
  return reasons
}

/**
 * The concerns of a call, most serious first, and its history with the time since which each applies.
 *
 * @param readAt when the call was read, by the steady clock, ms
 * @param dateOf the date (epoch ms) of a moment of the steady clock
 */
export function findConcerns(
  history: CallHistory,
  call: Pick<ActiveCallSummary, 'duration' | 'sentiment'>,
  readAt: number,
  limits: ConcernLimits,
  dateOf: (moment: number) => number,
): { history: CallHistory; concerns: CallConcern[] } {
  const known = readLines(history, limits)
  const reasons = reasonsNow({ ...history, known }, call, readAt, limits)
  const since = new Map([...reasons.keys()].map((reason) => [reason, history.since.get(reason) ?? readAt]))
  const concerns = [...reasons].map(([reason, words]) => ({
    reason,
    words,
    since: dateOf(since.get(reason) ?? readAt),
  }))
  return { history: { ...history, since, known }, concerns }
}
