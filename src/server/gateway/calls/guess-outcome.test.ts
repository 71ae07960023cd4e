/** The outcome of a call, guessed from what was said in it. */
import { describe, expect, it } from 'vitest'
import { outcomeByService } from '#contract/index.ts'
import { guessOutcome } from './guess-outcome.ts'

/** Lines of a transcript: those that begin with ">" are the customer's. */
const transcript = (...lines: string[]) =>
  lines.map((line) =>
    line.startsWith('>') ? { role: 'customer', content: line.slice(1).trim() } : { role: 'agent', content: line },
  )

describe('a guess', () => {
  it.each([
    [
      'a mailbox',
      ['> Hi, you have reached the voicemail of Ada. Leave a message after the tone.', 'Hello, it is Finn.'],
      'mailbox',
      0,
    ],
    [
      'a request for a person',
      ['Do you want to renew?', '> Can I talk to a real person?', 'Of course.', '> Thanks.'],
      'asked_for_person',
      1,
    ],
    ['a refusal', ['Do you want to renew?', '> No thanks, I am not interested.', 'Goodbye.', '> Bye.'], 'said_no', 1],
    [
      'a plain no',
      ['Am I speaking with Ada?', '> Yes.', 'Shall I book it?', '> No.', 'Goodbye.', '> Bye.'],
      'said_no',
      3,
    ],
    ['a plain yes', ['Shall I book it?', '> Well, yes please.', 'Done.', '> Thank you, bye.'], 'agreed', 1],
    ['a yes in German', ['Passt Ihnen Dienstag?', '> Ja, gern.', 'Auf Wiederhören.'], 'agreed', 1],
    [
      'a wrong number',
      ['Am I speaking with Ada?', '> No, you have the wrong number.', 'I am sorry.'],
      'wrong_number',
      1,
    ],
    ['somebody who left', ['Is Ada there?', "> She hasn't lived here since the spring."], 'wrong_number', 1],
    ['a lost e-mail', ['Did it arrive?', '> It went to the spam folder.', 'I see.'], 'talked', 1],
    ['somebody who moved away', ['Is Ada there?', '> She moved away last year.'], 'wrong_number', 1],
    [
      'a request not to be called',
      ['Do you have a minute?', "> Don't call me again.", 'I am sorry.'],
      'do_not_call',
      1,
    ],
    ['another time', ['Do you have a minute?', "> I'm driving. Could you call me back tomorrow?"], 'call_back', 1],
    ['later in German', ['Passt es gerade?', '> Rufen Sie bitte später noch mal an.'], 'call_back', 1],
    ['a talk', ['How can I help?', '> My parcel has not arrived.', 'Let me look.', '> Okay.'], 'talked', 3],
  ] as const)('recognizes %s by its line', (_, lines, outcome, line) => {
    expect(guessOutcome(transcript(...lines))).toEqual({ outcome, line })
  })

  it('prefers a request not to be called to everything else that was said', () => {
    const lines = transcript('Do you want to renew?', '> No thanks.', 'A pity.', '> And take me off your list.')
    expect(guessOutcome(lines)).toEqual({ outcome: 'do_not_call', line: 3 })
  })

  it.each([
    ['the agent’s own words', ['Shall I put you through to a real person?', '> My parcel is late.'], 'talked'],
    ['a call-back that is declined', ['Shall I ring later?', "> Yes, but I can't call you back today."], 'agreed'],
    [
      'a thank-you at the end of an agreed call',
      [
        'Shall I book it?',
        '> Yes, that works.',
        'Is there anything else I can do for you?',
        "> No, thanks, that's all.",
      ],
      'agreed',
    ],
    [
      'a no about something else',
      ['Shall I book it?', '> Yes, please.', 'Shall I send a text as well?', '> No.'],
      'agreed',
    ],
    ['who somebody is', ['Am I speaking with Ada?', '> Yes.', 'How can I help?', '> My parcel is late.'], 'talked'],
    ['somebody who passes it on', ['It is free now.', "> I'll pass it on to my wife."], 'talked'],
    ['a yes that answers no question', ['I see.', '> Yes, my parcel is late.'], 'talked'],
  ] as const)('does not mistake %s', (_, lines, outcome) => {
    expect(guessOutcome(transcript(...lines))?.outcome).toBe(outcome)
  })

  it('believes a refusal in words that follows a yes', () => {
    const lines = transcript('Does Tuesday suit you?', '> Yes.', 'It costs 90 euros.', '> Then no, thank you.')
    expect(guessOutcome(lines)).toEqual({ outcome: 'said_no', line: 3 })
  })

  it.each([
    ['a call of a tool', 'tool', 'lookup_customer({"id":1})', null],
    [
      'an instruction to the agent',
      'system',
      'You must never call the customer by first name. Do not call again.',
      null,
    ],
    ['what the agent says', 'Bot', 'We will not call you again. Stop calling me.', null],
    ['a colleague after a transfer', 'transfer', 'Take me off your list.', null],
    ['the customer, whatever the service calls them', ' Caller ', 'Take me off your list.', 'do_not_call'],
    ['a human', 'human', 'Stop calling me.', 'do_not_call'],
    ['somebody of an unknown role', 'participant_2', 'Stop calling me.', 'maybe_do_not_call'],
  ])('counts only what the customer says: %s', (_, role, content, outcome) => {
    expect(guessOutcome([{ role, content }])?.outcome ?? null).toBe(outcome)
  })

  it('is to be looked at if what was said only sounds like a request not to be called', () => {
    expect(guessOutcome(transcript('Hello.', '> Leave my mother alone.', 'I am sorry.'))).toEqual({
      outcome: 'maybe_do_not_call',
      line: 1,
    })
  })

  it('is none if the customer said nothing', () => {
    expect(guessOutcome([])).toBeNull()
    expect(guessOutcome(transcript('Hello?', 'Are you there?', '> '))).toBeNull()
  })
})

it('reads the service’s words about calls that nobody took', () => {
  const outcomes = ['voicemail', 'answering machine', 'busy', 'no_answer', 'No-Answer', 'SIP 486', 'completed', '']
  expect(outcomes.map(outcomeByService)).toEqual([
    'mailbox',
    'mailbox',
    'busy',
    'no_answer',
    'no_answer',
    'busy',
    null,
    null,
  ])
})
