import type { Question } from './question.ts'

/** Questions about faults and safety notices. */
export const supportQuestions: readonly Question[] = [
  {
    asks: /is it working now|is everything working as it should|is it still causing trouble/i,
    yes: [
      "Yes, it's fine now.",
      'Yes, since the weekend. I have no idea what it was.',
      'It is. I cleaned it like you said.',
      'Yes, all good.',
      "Yes, it's been running without any trouble.",
      "Yes, thanks. It's good of you to ask.",
    ],
    more: ["I've run it three times since.", 'I was about to call you, actually.', 'I hope it stays like that.'],
    no: [
      "No, it's still doing it.",
      'No. It stops in the middle every time.',
      "Not really. It works once and then it doesn't.",
      "No, it's got worse, if anything.",
      "It's not, no.",
    ],
    afterYes: ["I'm glad.", 'Good to hear.', 'Wonderful.'],
    afterNo: ["I'm sorry to hear that.", "Then let's have a look together.", "That's annoying, I'm sorry."],
  },
  {
    asks: /code on the display/i,
    yes: [
      'It says E, and then two four.',
      "Wait, I'll have a look. E two four.",
      'Yes, E one eight, I think.',
      'E two zero, and it blinks.',
    ],
    no: ["No, there's no code.", 'No, the display is dark.', 'No, just a red light.', "I don't see one, no."],
    afterYes: ['Thank you.', 'Good, that helps.'],
    afterNo: ['All right.', "That's fine."],
    again: ['So, do you see a code?', 'And is there a code?'],
    asides: [['Is it dangerous?', 'No. It stops by itself before anything gets hot.']],
  },
  {
    asks: /shall I send .* to be sure|like me to send (someone|somebody)/i,
    moods: { yes: 1, no: 0 },
    yes: [
      'Yes, please. I tried that already.',
      "Yes, I'd feel better if somebody had a look.",
      'Yes please, send somebody.',
      "That'd be good, yes.",
      'Okay, yes. That day works.',
    ],
    more: ["I'm not good with these things.", "It's the third time in a few months."],
    no: [
      'No, let me try that first.',
      "No, I'll try the filter first and call you.",
      'Not yet, thank you. I can do that myself.',
      'Let me see if that helps first.',
    ],
    afterYes: ['Good.', 'Gladly.', 'Of course.'],
    afterNo: ['Good idea.', "That's fine.", 'All right.'],
    again: ['So, shall I send somebody?', 'And would you like somebody to come?'],
    asides: [
      ['Is that still under warranty?', 'Yes, until the end of next year.'],
      ['Would I have to pay for the visit?', "No, it's covered."],
      ['Do you have the part in stock?', "We have, and I've reserved one."],
    ],
  },
  {
    asks: /everyone at home know/i,
    moods: { yes: 1, no: 0 },
    yes: [
      "Yes, I'll tell everybody.",
      'Oh dear. Yes, of course.',
      "Okay. We won't use it.",
      "Yes, I'll put a note on it.",
      'Yes. I live alone, so that is easy.',
    ],
    more: ['Good that you call.', 'I had no idea.', 'Thanks for letting me know so quickly.'],
    no: [
      "That's awkward, we use it every day. But all right.",
      "My partner's away, but I'll pass it on tonight.",
      'No, not everybody, but I will see to it.',
    ],
    afterYes: ['Thank you.', 'Very good.', 'Thanks, that matters.'],
    afterNo: ['Thank you.', "I'm sorry for the trouble."],
    again: ['So, can you let everyone at home know?', 'And will you tell everyone at home?'],
    asides: [
      ['Is it dangerous?', 'The filter can get too hot. Switched off, there is no danger.'],
      ['How do I know mine is one of them?', 'By the serial number. Yours is on our list.'],
      ['Do I get a new one?', 'You get a new filter, and the rest of the machine is fine.'],
    ],
  },
  {
    asks: /what can I do for you/i,
    yes: [
      'My washing machine is broken.',
      "I've got a question about an invoice.",
      'I just wanted to ask about opening hours.',
    ],
    no: ['Nothing, sorry, I pressed the wrong button.'],
  },
]
