import { exchange } from './exchange.ts'

/** Exchanges that any call can have. */
export const generalExchanges = [
  exchange(
    'opening',
    {},
    `customer: Oh, wait, let me turn the radio down.
     agent: [Of course|Take your time].
     customer, 4 to 9 s: So, now I can hear you. Who did you say it was?
     agent: It's {agent}, from {company}.
     customer: Ah, yes. Go on, then.`,
  ),
  exchange(
    'opening',
    {},
    `customer: One second, I'm just parking the car.
     agent: Please park first, I'll wait.
     customer, 15 to 35 s: So, the engine's off. Now I can talk.`,
  ),
  exchange(
    'opening',
    {},
    `customer: Let me just go into another room, it's too loud here.
     agent: Of course.
     customer, 6 to 15 s: Better. I'm listening.`,
  ),
  exchange(
    'opening',
    {},
    `customer: Is it you I spoke with the other day?
     agent: No, that must have been a colleague. I'm the automated assistant here.
     customer: Automated? You sound like a person.
     agent: Thank you. If you'd rather speak with one, just say so.
     customer: No, no, that's all right. Let's hear it.`,
  ),
  exchange(
    'opening',
    {},
    `customer: You'll have to speak up a little. My hearing isn't what it was.
     agent: I will. Is this better?
     customer: Much better. I was in the kitchen, and I nearly didn't hear it ring.
     agent: I'm glad that you came to the phone.
     customer: Well, one never knows, it could be the doctor. But go on.`,
  ),
  exchange(
    'opening',
    {},
    `customer: You're the first who's called today, apart from my daughter.
     agent: Then I'm glad I did. I hope you're keeping well?
     customer: I can't complain. The {ailment}, but that's my age. And this weather doesn't help.
     agent: I hope it gets better soon.
     customer: It will in the spring, it always does. My daughter wants me to have it operated on, but I don't know.
     agent: That's not an easy decision.
     customer: No. But you're not calling about my {ailment}. I've got all the time in the world, tell me.`,
  ),
  exchange(
    'closing',
    { to: /thank|book|text/i, unless: /right e-mail address|by e-mail|e-mail address there/i },
    `agent: [Before I let you go, is {email} still the right e-mail address?|And your e-mail address, is that still {email}?|Let me just check one thing, is {email} the right e-mail address?]
     customer: [Yes, that's right.|Yes, it still is.|That's the one.|Yes, though I don't look at it very often.|It is. I've had it for fifteen years.]`,
  ),
  exchange(
    'closing',
    { to: /thank|book|text/i },
    `agent: The e-mail address that I have is {email_said}. Is that still right?
     customer: No, that's the old one. I don't use it any more.
     agent: Then let me change it. What's the new one?
     customer: It's {new_email_said}.
     agent: And how is the first part spelled?
     customer: {new_email_spelled}.
     agent, 3 to 6 s: I have {new_email_spelled}. Is that right?
     customer: [That's it|Yes, exactly].
     agent: Thank you, it's changed.`,
  ),
  exchange(
    'closing',
    { unless: /questions about the visit/i, isLast: true },
    `agent: [One last question, if I may|And a last question, if you don't mind]. How was this call for you, from one to five, with five as the best?
     customer: [A five.|Five, I'd say.|Four. Nobody gets a five from me.|Oh, a five. It was quick and clear.|Five. You were patient with me.|Four, I think.|A five, why not.|Let me think. A four.]`,
  ),
  exchange(
    'closing',
    {},
    `customer: [Just a question. |]Can I call you on this number?
     agent: You can, somebody will answer.
     customer: [Good to know|I see, thanks].`,
  ),
  exchange(
    'closing',
    {},
    `agent: And is this the best number to reach you?
     customer: [Yes, it is|Yes, I hardly use another|It's the only one I have].`,
  ),
  exchange(
    'closing',
    {},
    `customer: Can I ask you something? Are you a real person?
     agent: No, I'm an automated assistant. A colleague can take over at any time, if you prefer that.
     customer: No, it was fine. My sister said the other day that one can't tell any more.`,
  ),
]
