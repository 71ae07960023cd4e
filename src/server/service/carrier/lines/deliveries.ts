import type { Question } from './question.ts'

/** Questions about deliveries and what was delivered. */
export const deliveryQuestions: readonly Question[] = [
  {
    asks: /somebody be there to take it in|someone be there to take it in/i,
    moods: { yes: 1, no: 0 },
    isAboutDate: true,
    yes: [
      "Yes, I'll be in.",
      "Yes, I'm working from home that day.",
      'My son will be here, yes.',
      'Somebody will be here, yes.',
      'Yes, no problem.',
      "I'll make sure of it.",
    ],
    more: [
      "We've been waiting for it.",
      'The old one gave up last week.',
      "I've been going to my sister's with everything.",
    ],
    no: [
      "No, I'm at work all day.",
      'Not that day, no. Can you do another one?',
      "No, nobody's in that day.",
      'That day is bad, sorry.',
    ],
    afterYes: ['Good.', 'Great.', 'Perfect.'],
    afterNo: ['No trouble.', "That's all right.", 'Thanks for telling me.'],
    again: ['So, will somebody be in that day?', 'And will somebody be at home then?'],
    asides: [
      ['Can you make it earlier, before eight?', "I'm afraid not, the first van leaves at eight."],
      ['Can a neighbour take it?', 'The small parts, yes. The machine itself has to be taken in by your household.'],
      ['Do you connect it as well?', 'Yes, connecting it and a short test are part of the delivery.'],
    ],
  },
  {
    asks: /stairs or a narrow door/i,
    yes: [
      "Yes, two flights, and they're steep.",
      'There are three steps up to the door.',
      'The hall is a bit narrow, but the old one went through.',
      'Fourth floor, only stairs. Sorry.',
      'One flight of stairs, with a turn.',
    ],
    no: ["No, it's on the ground floor.", "No, it's all level.", 'No, and the door is wide.', 'No, no steps at all.'],
    afterYes: ["Thanks, I'll send two people and a trolley.", "Good to know, I'll make a note for the crew."],
    afterNo: ['That makes it easy.', 'Good.', 'Great.'],
  },
  {
    asks: /take the old one (with us|away)/i,
    yes: [
      'Oh yes, please.',
      'Yes, please take it.',
      "That'd be great, it won't even turn on any more.",
      'Yes, thank you, I was wondering about that.',
      'Yes, do.',
    ],
    no: [
      "No, I've sold it.",
      'No, my brother wants it.',
      "No need, it's gone already.",
      "No, we'll keep it in the garage.",
    ],
    afterYes: ["I've added that. Please have it unplugged.", "Then that's noted. Please empty it and unplug it."],
    afterNo: ['All right.', 'Fine.'],
  },
  {
    asks: /any better|move it to .*same hours/i,
    isAboutDate: true,
    yes: ["Yes, that's better.", "That works, I'm at home then.", 'Yes, that day is fine.', 'Much better, yes.'],
    no: ["No, that's no good either.", 'Hm, no. I work that day as well.', 'No, I really need it sooner than that.'],
    afterYes: ['Good.', 'Great.'],
    afterNo: ['I understand.', 'I see.'],
  },
  {
    asks: /running as it should/i,
    yes: [
      "Yes, it's very quiet.",
      'Yes, no complaints.',
      "It is. I've used it twice already.",
      'Yes, works like a charm.',
      'So far so good, yes.',
      'Yes, thank you. Your people were very tidy, too.',
    ],
    more: [
      'The children sat in front of it for half an hour.',
      "It's so much better than the old one.",
      "I'm still learning what the buttons do.",
    ],
    no: [
      'No, it stops after ten minutes.',
      "Not really. There's water on the floor.",
      "No, it won't switch on at all.",
      'No, it makes an awful noise.',
    ],
    afterYes: ['Wonderful.', 'Glad to hear that.', 'Very good.'],
  },
]
