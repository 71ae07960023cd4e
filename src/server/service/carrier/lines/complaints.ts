/** What people say at once who are angry with the company, and what becomes of it. Each complaint says what is wrong, and its answers fit that. */
export interface Complaint {
  said: string
  /** What the call is about, by the first thing that its flow says; absent: anything but what `never` names. */
  about?: RegExp
  never?: RegExp
  /** The agent and the customer in turn, if nobody else takes over. It ends with the agent. */
  alone: readonly string[]
  /** The same with a colleague, in pairs; it ends with the customer. */
  withColleague: readonly (readonly [colleague: string, customer: string])[]
  /** How a colleague's remedy changes the mood. */
  moodChange: number
  /** The customer wants nothing more from the company, also no text message. */
  endsContact?: true
}

const noCustomerYet = /^welcome|you left/i

export const complaints: readonly Complaint[] = [
  {
    said: 'You again. This is the third call this week, and I am fed up with it.',
    never: noCustomerYet,
    alone: [
      "Three calls in one week, that's too many, and I'm sorry. I've put a note on your account, so nobody calls you again this week.",
      'This week? Not at all, please.',
      'Not at all, then. It stands there so that everybody sees it before they dial. Goodbye.',
    ],
    withColleague: [
      ["Three calls in one week, that's too many. I'm sorry.", 'Yes, it is.'],
      [
        'I can see why it happened. Two of us had you on their list, and neither knew of the other.',
        "That's not my problem, is it?",
      ],
      [
        "No, it's ours. I've taken you off both. If we need something from you, you get a letter.",
        'Okay. That would help.',
      ],
    ],
    moodChange: 2,
    endsContact: true,
  },
  {
    said: "You people never listen. I've said twice that you should write to me instead.",
    never: noCustomerYet,
    alone: [
      "You asked for letters, and you still get calls. I'm sorry. I've changed it on your account just now.",
      'And this time it stays like that?',
      'It does, everybody here sees it before they dial. From today you hear from us only by post. Goodbye.',
    ],
    withColleague: [
      ["You asked for letters, twice, and nobody did it. I'm sorry.", "It can't be that hard."],
      [
        "It isn't. I've changed it just now, where everybody sees it first. You hear from us only in writing.",
        'Well. Thank you.',
      ],
    ],
    moodChange: 2,
    endsContact: true,
  },
  {
    said: "Ah, you. I was promised a call last week, and nobody rang. I'm really annoyed.",
    never: noCustomerYet,
    alone: [
      "I'm sorry, nobody rang, and that shouldn't happen. What was the call to be about?",
      "That the invoices still come on paper. I'd asked for e-mail.",
      "I've switched that just now. From the next one on they come by e-mail.",
      'Just like that? Then why did nobody do it before?',
      "I can't say, and I apologise. I won't take more of your time today. Goodbye.",
    ],
    withColleague: [
      [
        "I'm sorry that nobody rang last week. What did you want to know?",
        'On which day of the month you take the money.',
      ],
      [
        'On the first, or on the next working day. Would another day be better for you?',
        'The fifth would be better, yes.',
      ],
      ["I've put in the fifth, from next month.", 'Good. That was all I wanted.'],
    ],
    moodChange: 2,
  },
  {
    said: 'You, of all people. I was on hold with you for an hour yesterday. An hour!',
    never: noCustomerYet,
    alone: [
      "An hour on hold is far too long, I'm sorry. What did you want to ask us?",
      'How to change my bank account. Nothing else.',
      'You can do that yourself, in your account under Payments. Shall I text you the steps?',
      "Yes, do that. And I've had enough for today.",
      "I understand. You have the steps in a minute, and I've noted that you had to wait. Goodbye.",
    ],
    withColleague: [
      [
        "An hour on hold is far too long, I'm sorry. What did you want to ask us?",
        'How to change my bank account. Nothing else.',
      ],
      [
        "You find it in your account, under Payments. I'll stay on the line while you look, if you like.",
        "No, I'll find it. If it's there.",
      ],
      ["It is, third from the top. And I'm sending you the steps.", 'Okay. That would help.'],
    ],
    moodChange: 2,
  },
  {
    said: 'You can call, but nobody answers my letters. Two of them, and not a word. It makes me angry.',
    never: noCustomerYet,
    alone: [
      "Two letters and no answer, I'm sorry. What did you write to us about?",
      'That my name is spelled wrong on everything you send. One letter too many.',
      "Then let me see to it that it's put right today, and that you get a letter with the right name on it.",
      "I'll believe it when it's in the box.",
      "That's fair. I leave you in peace for today. Goodbye.",
    ],
    withColleague: [
      [
        "Two letters without an answer, I'm sorry. What did you write to us about?",
        'That my name is spelled wrong on everything you send.',
      ],
      ['Would you spell it for me? Then I correct it while we speak.', "{last_name_spelled}. It isn't that hard."],
      ["It's right now. The next letter has it like that.", 'Fine. It took long enough.'],
    ],
    moodChange: 1,
  },
  {
    said: "You've got a nerve. Your technician was three hours late last week, and nobody called me.",
    about: /questions about the visit/i,
    alone: [
      "Three hours, and nobody called you. I'm sorry. That's just what I wanted to ask you about.",
      'Well, now you know.',
      'I do, and the team lead gets it today, as you said it. I have no more questions. Goodbye.',
    ],
    withColleague: [
      ["Three hours late, and no call. I lead that team, and I'm sorry.", 'I sat there the whole afternoon.'],
      [
        'The visit before took much longer, that I know. But a call is one minute, and you should have had it.',
        "Exactly. I don't mind waiting, if I know about it.",
      ],
      ["I'll talk about it with everybody on Monday. Thank you for being so plain.", 'Good. Thank you.'],
    ],
    moodChange: 2,
  },
  {
    said: "Is it about my delivery? It's been moved twice now, and I'm tired of waiting in for it.",
    about: /comes on/i,
    alone: [
      "It is, and I'm sorry. It's on the van now, for {date}, between {window}.",
      "That's what you said the last time.",
      "I know. This time it's in our depot already, so nothing can come between. The driver calls ten minutes ahead.",
      "We'll see. Somebody will be here.",
      'Thank you. Goodbye, and sorry again.',
    ],
    withColleague: [
      ["Moved twice, and you waited in both times. I'm sorry.", 'Both times, yes. Half a day each.'],
      [
        "It's on the van for {date}, between {window}, and I'm looking at it myself that morning.",
        'And if it moves again?',
      ],
      ['Then I call you, and nobody else. You have my name.', 'All right. I take you at your word.'],
    ],
    moodChange: 2,
  },
  {
    said: "Oh, you. I've called four times about this machine, and every time somebody tells me something else.",
    about: /reported a problem/i,
    alone: [
      "Four calls, and no clear answer. I'm sorry.",
      'I just want it to work.',
      'Then let me send {technician} to you on {date} at {time}, without any more questions. Is that all right?',
      'Finally. Yes.',
      "It's booked, and everything you told us is on the job sheet. Goodbye.",
    ],
    withColleague: [
      ["Four calls, and four answers. I've just read them, and I'm sorry.", 'So which one is right?'],
      [
        "None of them, I'm afraid. That one needs somebody on the spot. {technician} can be there on {date} at {time}.",
        'That day is fine. And I explain nothing again.',
      ],
      ["You don't have to. I'm writing it on the job sheet.", 'Good. Thank you.'],
    ],
    moodChange: 2,
  },
  {
    said: "I signed up three weeks ago, and I've heard nothing since. That's a nice start.",
    about: /^welcome/i,
    alone: [
      "Three weeks without a word is too long, I'm sorry. The letter with your plan number should have been there after one.",
      'Well, it never came.',
      "I'm having it printed again today, and you get the number by text right after this call. Goodbye, and welcome all the same.",
    ],
    withColleague: [
      ["Three weeks, and nothing came. I'm sorry, that isn't how we want to begin.", 'I thought you had forgotten me.'],
      [
        'The letter came back to us, the house number was missing. What is it?',
        '{house_number}. I wrote that on the form.',
      ],
      ["Then somebody left it out. I've put it in, and the letter goes out again today.", 'Okay. Thank you.'],
    ],
    moodChange: 2,
  },
  {
    said: 'You? I cancelled with you last year, and I still get your advertising in the post.',
    about: /you left/i,
    alone: [
      "I'm sorry. That should have stopped when you left.",
      "I've written to you about it, too.",
      "I've taken your address off the list just now, and your number as well. You won't hear from us again. Goodbye.",
    ],
    withColleague: [
      ["I'm sorry about the advertising. It should have stopped when you left.", "I've even written to you about it."],
      [
        "I have your letter here. I've taken you off every list, and one last leaflet may still be on its way.",
        'One. Not ten.',
      ],
      ['One. After that you hear nothing more from us.', 'Good.'],
    ],
    moodChange: 1,
    endsContact: true,
  },
  {
    said: "Every year you want more money, and now you ring me up as well. I'm annoyed, I'll tell you that.",
    about: /plan\. It ends/i,
    alone: [
      "I'm sorry that you see it like that. This year the price stays as it is.",
      "That's something. But I don't do this on the phone.",
      'Then you get a letter with the price on it, and you decide in peace. Goodbye.',
    ],
    withColleague: [
      ['You said that it costs more every year, and you were right until now. This year it stays.', 'Is that certain?'],
      ["It's {amount} a month, as before, and I'm putting that in writing for you.", "Then I'll read it first."],
      ['Of course. Nothing happens before you say so.', 'Good. That I can live with.'],
    ],
    moodChange: 2,
  },
]

/** What a colleague says to somebody who did not complain of anything, but is unhappy with what the agent said. */
export const consolations: readonly Pick<Complaint, 'withColleague' | 'moodChange'>[] = [
  {
    withColleague: [
      ["I've heard that you're not happy with us, and I'm sorry. What bothers you most?", 'That it all takes so long.'],
      ["I'll look into it, and write to you this week what we do about it.", "Okay. We'll see."],
    ],
    moodChange: 1,
  },
  {
    withColleague: [
      ["I'm sorry about that. I'd like to sort it out for you.", "I hope so. I've had enough of this."],
      ["I'll go through it today and write to you. You won't have to explain it again.", 'Okay.'],
    ],
    moodChange: 1,
  },
]

/**
 * What somebody complains of in a call: nobody complains of what they cannot know.
 *
 * @param matter what the flow says first
 * @param variables of the call: a complaint that needs one without a value is left out
 */
export function complaintsAbout(matter: string, variables: Readonly<Record<string, string>>): readonly Complaint[] {
  const isSayable = ({ alone, withColleague }: Complaint) =>
    [...alone, ...withColleague.flat()].every((line) =>
      [...line.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => (variables[name] ?? '') !== ''),
    )
  const sayable = complaints.filter(isSayable)
  const own = sayable.filter(({ about }) => about?.test(matter))
  const general = sayable.filter(({ about, never }) => about === undefined && !never?.test(matter))
  return [...own, ...own, ...general]
}
