/** Guesses the outcome of a call from its transcript. Pure. */
import { type CallOutcome, isAgentRole, speakerOf, type TranscriptLine } from '#contract/index.ts'
import { asksForPerson, mailboxGreeting, maxGreetingLines } from './call-phrases.ts'
import { findOptOut } from './said/opt-out.ts'

/** A guess, and the line that it rests on. */
export interface GuessedOutcome {
  outcome: CallOutcome
  /** The index of the line in the transcript. */
  line: number
}

const isSomebodyElse =
  /\b(?:wrong (?:number|person)|nobody (?:here )?(?:by|with|of) that name|no(?: ?-?)one (?:here )?(?:by|with|of) that name|(?:does not|doesn['’]t|no longer) lives? here|(?:has not|hasn['’]t|have not|haven['’]t|no longer) lived here|moved (?:away|out)|not (?:him|her|that person)\b|you (?:have|['’]ve got) the wrong|falsch(?:e nummer| verbunden)|número equivocado|mauvais numéro|faux numéro)/i
/** The customer wants to be called at another time. */
const asksForCallBack =
  /\b(?:(?:call|ring|phone|try) (?:me )?(?:back |again )?(?:later|tomorrow|tonight|another (?:time|day)|some other time|next week|in (?:an? |half an |\w+ )(?:minutes?|hours?|days?|weeks?)|(?:this|in the) (?:afternoon|evening|morning))|(?:call|ring|phone) me (?:back|again)\b|rufen sie (?:mich )?(?:bitte )?(?:später|morgen|noch ?mal|wieder)|llámeme (?:más tarde|mañana|luego)|rappelez(?:-moi)?(?: plus tard| demain)?)/i
const declines =
  /\b(?:not interested|no,? thank(?:s| you)|no,? I (?:do not|don['’]t)|I(?: do not|['’]d rather not| don['’]t) want|(?:I )?(?:have to|must|will|['’]ll) (?:decline|pass on (?:it|that|this one))|please cancel|kein interesse|nein,? danke|no me interesa|no,? gracias|pas intéressée?|non,? merci)\b/i
const agrees =
  /^(?:(?:oh|um|uh|well|ah|so|okay|ok)[,.]? )*(?:yes|yeah|yep|sure|of course|certainly|absolutely|definitely|please do|go ahead|that works|sounds good|that suits|all right|alright|fine|perfect|ja|gern|sí|claro|oui|d['’]accord)\b/i
const refuses = /^(?:(?:oh|um|uh|well|ah)[,.]? )*(?:no|nope|nein|non)\b/i
const isQuestion = /\?\s*$/
/** Questions whose answers decide nothing: who and when somebody is, and whether there is anything else. */
const decidesNothing =
  /\b(?:am I speaking|is (?:this|that|it) |speaking (?:with|to)|(?:do you )?have (?:a|one|two|a few) (?:minutes?|moments?)|can you (?:talk|hear)|(?:a )?good (?:time|moment)|still there|(?:anything|something) else|else (?:I|we) can|(?:any|other|more|further) questions?|sonst noch|algo más|autre chose)\b/i

/** A rule that recognizes an outcome by one line of the customer. The first rule that finds a line decides. */
const lineRules: readonly [CallOutcome, RegExp][] = [
  ['wrong_number', isSomebodyElse],
  ['asked_for_person', asksForPerson],
  ['call_back', asksForCallBack],
]

/**
 * Guesses the outcome of a completed call.
 *
 * @param transcript as far as it was seen
 * @returns null: the customer said nothing, as far as was seen
 */
export function guessOutcome(transcript: readonly TranscriptLine[]): GuessedOutcome | null {
  const speakers = transcript.map(({ role }) => speakerOf(role))
  const byCustomer = (index: number) => speakers[index] === 'customer'
  const lastLine = (test: (text: string, index: number) => boolean) =>
    transcript.findLastIndex(({ content }, index) => byCustomer(index) && test(content, index))
  const greeting = lastLine((text, index) => index < maxGreetingLines && mailboxGreeting.test(text))
  if (greeting !== -1) return { outcome: 'mailbox', line: greeting }
  const optOut = findOptOut(
    transcript.flatMap(({ content }, index) =>
      // Whose words those of an unknown role are, nobody knows: a person has to look at them.
      byCustomer(index) || speakers[index] === undefined
        ? [{ index, text: content, isCustomer: byCustomer(index) }]
        : [],
    ),
  )
  if (optOut) return { outcome: optOut.verdict === 'asked' ? 'do_not_call' : 'maybe_do_not_call', line: optOut.line }
  for (const [outcome, pattern] of lineRules) {
    const line = lastLine((text) => pattern.test(text))
    if (line !== -1) return { outcome, line }
  }
  /** Whether the line is about the matter of the call, and answers a question if it has to. */
  const isAboutMatter = (index: number, needsQuestion: boolean) => {
    const before = transcript[index - 1]
    const asked = before !== undefined && isAgentRole(before.role) && isQuestion.test(before.content) ? before : null
    return asked === null ? !needsQuestion : !decidesNothing.test(asked.content)
  }
  // A yes counts more than a plain no, which is often about something else, but a refusal in words counts more than a yes before it.
  const declined = lastLine((text, index) => declines.test(text) && isAboutMatter(index, false))
  const agreed = lastLine((text, index) => agrees.test(text.trim()) && isAboutMatter(index, true))
  if (agreed > declined) return { outcome: 'agreed', line: agreed }
  const refused = lastLine((text, index) => refuses.test(text.trim()) && isAboutMatter(index, true))
  const no = declined === -1 ? refused : declined
  if (no !== -1) return { outcome: 'said_no', line: no }
  const spoken = lastLine((text) => text.trim() !== '')
  return spoken === -1 ? null : { outcome: 'talked', line: spoken }
}
