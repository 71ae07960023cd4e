import type { Question } from './question.ts'

/** Questions of surveys and welcome calls. */
export const surveyQuestions: readonly Question[] = [
  {
    asks: /scale of one to ten|from one to ten|out of ten/i,
    yes: [
      "Nine, I'd say.",
      'A ten, honestly. {technician} was great.',
      'Eight. Everything was clean afterwards.',
      'Eight out of ten.',
      "Let's say nine.",
      'Ten. Friendly, quick, on time.',
      'Oh, a nine. I never give a ten.',
    ],
    more: ["We're always happy with your people.", 'I told my sister about it, too.', 'It was done in no time.'],
    no: [
      'A four, to be honest.',
      'Three. Nobody told us about the delay.',
      'Five, maybe.',
      'Not more than four.',
      "Two. I'm sorry to say that.",
      "I'd say a three.",
    ],
    moods: { yes: 2, no: -2 },
    asides: [
      ['Is this anonymous?', 'If you prefer, yes. Then only the figures are kept.'],
      ['Where one is bad and ten is good?', 'Exactly, ten is the best.'],
    ],
  },
  {
    asks: /what went wrong/i,
    yes: [
      '{technician} was two hours late, and nobody called.',
      'The wrong part came, so now I have to wait again.',
      'It was fixed for a day, and then it broke again.',
      'They left the kitchen in a mess.',
      'It just took forever, and I had to take the day off.',
      'I was told it would be free, and then I got an invoice.',
    ],
    no: ["I'd rather not say.", "Nothing special, it just wasn't good."],
    afterNo: ["That's all right.", 'I understand.'],
  },
  {
    asks: /one thing that we should do better/i,
    yes: [
      'A window of two hours instead of four would be nice.',
      'Just the waiting on the phone at the start, the rest was fine.',
      'A text before you come would help.',
      "It's hard to reach a person on your phone line.",
      'Evening appointments, if you ask me.',
    ],
    no: ['Nothing comes to mind, no.', 'No, it was all good.', 'No, keep it like that.', 'Not that I can think of.'],
    afterYes: ["I've written that down.", "That's a useful one, thank you.", "I'll pass that on."],
    afterNo: ['Good.', 'All right.', "That's nice to hear."],
  },
  {
    asks: /arrive when we said/i,
    yes: ['Yes, on the dot.', 'Yes, a bit early even.'],
    no: ['No, an hour late.', 'Not really, no.'],
    afterYes: ['Good.'],
    afterNo: ["Thank you for telling me. That shouldn't happen."],
  },
  {
    asks: /letter with your plan number/i,
    yes: [
      'Yes, it came on Saturday.',
      'It did, yes.',
      'Yes, I have it here somewhere.',
      'Yes, thank you.',
      "Yes, it's on the fridge.",
    ],
    more: ["It's with the other papers.", 'Nice paper, by the way.'],
    no: [
      'No, nothing yet.',
      'Not yet, no. We only just moved in.',
      "I don't think so. There was nothing in the mail.",
      "No, I haven't seen it.",
    ],
    afterYes: ['Good, keep it somewhere handy.', 'Great.', 'Very good.'],
    afterNo: ["I'll have it sent again today.", "Then I'll send you a new one."],
  },
  {
    asks: /able to log in/i,
    yes: [
      'Yes, that worked.',
      'Yes, no problem.',
      'I have, and I even found the plan.',
      'Yes, this morning.',
      'Yes, my daughter helped me.',
    ],
    more: ['It took me a moment to find the button.', 'It looks nice, by the way.'],
    no: [
      "No, I haven't tried yet.",
      'No, it said that the link had expired.',
      "No, I don't know the address.",
      "I'm not very good with computers, so no.",
    ],
    afterYes: ['Great.', 'Good.', 'Perfect.'],
    afterNo: ["That's no problem.", "That's easily done."],
    asides: [
      ['Is there an app?', 'There is, but everything works in the browser as well.'],
      ['Can somebody else use it too?', 'Yes, you can invite people under Account.'],
    ],
  },
  {
    asks: /first yearly check in the morning or/i,
    yes: ['In the morning, please.', 'The afternoon is better.', 'Either is fine. Say, the morning.'],
    no: ["I can't say yet.", 'I would have to check.'],
    afterYes: ["I've noted that."],
    afterNo: ['We will ask again closer to the time.'],
  },
]
