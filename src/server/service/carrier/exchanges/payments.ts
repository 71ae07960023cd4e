import { exchange } from './exchange.ts'

const settle = /could you settle it/i
const halves = /two halves/i
const identity = /before I go on, am I speaking with/i

/** Exchanges about invoices. Nothing is said of them before it is certain who is speaking. */
export const paymentExchanges = [
  exchange(
    'after-answer',
    { to: identity, side: 'yes' },
    `agent: For your safety, what's the street you live in?
     customer: {street}.
     agent, 2 to 4 s: That's what I have here, thank you.`,
  ),
  exchange(
    'after-answer',
    { to: identity, side: 'yes' },
    `agent: For your safety, could you tell me the year in which you were born?
     customer: In {birth_year}.
     agent, 2 to 4 s: Thank you, that's right.`,
  ),
  exchange(
    'after-answer',
    { to: identity, side: 'yes' },
    `agent: For your safety, could you tell me the year in which you were born?
     customer: Why do you want to know that? You called me.
     agent: That's a fair question. It's so that I don't tell a stranger anything about you. The number of your house is enough.
     customer: Well. It's number {house_number}.
     agent, 2 to 4 s: Thank you, that's right.`,
  ),
  exchange(
    'before-answer',
    { to: settle, rulesOut: /don't recall|what's that for|pile of letters|forgot|done that already/i },
    `customer: Hang on, let me look whether I've got that here.
     agent: Of course, take your time.
     customer, 20 to 55 s: So, I have an invoice from you, number {plan_number}. Is that it?
     agent, 2 to 5 s: That's the one. So, could you settle it by then?`,
  ),
  exchange(
    'before-answer',
    { to: settle, rulesOut: /don't recall|what's that for|forgot|letters|done that already|write to me/i },
    `customer: That can't be right. I paid something to you last month.
     agent: Let me look. One moment, please.
     agent, 15 to 40 s: There's a payment here, but that was for your plan. The one for the repair is still open.
     customer: Are you sure? It was the same amount, more or less.
     agent: I am sure. I can send you both side by side, so that you can compare them.
     customer: Yes, do that, please. I want to see it.
     agent: It'll be in your inbox today. And if the two agree, could you settle the open one by then?`,
  ),
  exchange(
    'before-answer',
    { to: settle, rulesOut: /don't recall|what's that for|forgot/i },
    `customer: You know what bothers me? The repair was done in an hour, and it costs {amount}.
     agent: I understand. It's the part, the drive and the work, and the part was most of it.
     customer: For one hour. I'd like to earn that, too.
     agent: I can see why you say that. Would you like the list of the parts?
     customer: Yes, I'd like to see that. It's not that I don't pay my bills.
     agent: I know, you've always paid them. One moment, I'm asking for the list.
     agent, 8 to 20 s: So, it's on its way to you by e-mail.
     customer: Good. And if there's a mistake in it?
     agent: Then call us, and it's corrected before anything is due. If it's right, could you settle it by that day?`,
  ),
  exchange(
    'after-answer',
    { to: settle, side: 'yes', unless: /card right now|in your account/i },
    `agent: Would you rather pay by card, or by bank transfer?
     customer: [By card, that's easiest|With the card, if I can].
     agent: You can, in your account under Payments. The amount is already in there.
     customer: [Okay, I'll find it|Good, then I needn't type it all in].`,
  ),
  exchange(
    'after-answer',
    { to: settle, side: 'yes', unless: /card right now|in your account|I have an invoice from you/i },
    `agent: Would you rather pay by card, or by bank transfer?
     customer: [By transfer, as always|By transfer. I don't like cards].
     agent: Good. The bank details are in your account under Payments. Please add the number of the invoice, so that it finds its place.
     customer: Where's that?
     agent: At the top on the right, it begins with N H.
     customer: N H. [Got it|I'll find it].`,
  ),
  exchange(
    'after-answer',
    { to: settle, side: 'no', unless: /not all at once/i },
    `agent: May I ask what would be possible for you?
     customer: Some of it, I think. Just not all at once.
     agent: Then let me see what I can do. One moment.
     agent, 8 to 20 s: There is something.`,
  ),
  exchange(
    'before-answer',
    { to: halves },
    `customer: Let me do the sum. One moment.
     agent: Of course.
     customer, 8 to 22 s: So, {half_amount}, and then the same again in four weeks.
     agent: Exactly. Would that work for you?`,
  ),
  exchange(
    'before-answer',
    { to: halves },
    `customer: My wages don't always come on the same day. What if it's a day late because of that?
     agent: A day or two is no problem. Nobody reminds you within the first week.
     customer: Okay. Because it's always tight in those days.
     agent: I understand. So, would that work for you?`,
  ),
  exchange(
    'after-answer',
    { to: halves, side: 'yes' },
    `agent: And if it gets tight again, please call us before the day. Then there's always a way.
     customer: [I will. Thank you|Okay, I'll do that].`,
  ),
  exchange(
    'closing',
    { to: /where to pay|in writing by text/i },
    `customer: How do I know that it has arrived?
     agent: You get an e-mail on the same day.
     customer: [Okay, good|Right, thank you].`,
  ),
  exchange(
    'closing',
    { to: /invoice of/i },
    `customer: [One thing, though. |]Does this go on some list? I mean, my credit.
     agent: No. A reminder is between you and us, and nobody else hears of it.
     customer: That's a relief.`,
  ),
  exchange(
    'closing',
    { to: /text you where to pay/i },
    `agent: So that's {amount} by {date}, and with that everything's settled.
     customer: [Yes. You'll have it|Yes, fine].`,
  ),
  exchange(
    'before-answer',
    { to: settle, rulesOut: /forgot|lying under|car broke|lost some shifts|done that already|usually on time/i },
    `customer: I have to say, I've been in hospital. There's a lot of post that I haven't opened.
     agent: I'm sorry to hear that. I hope you're better now?
     customer: Slowly. It was the hip.
     agent: Then I hope that it goes on getting better. Nothing has been added so far, and with one payment it's all done.
     customer: That's good to hear. I don't like to owe anybody anything.
     agent: I understand. So, could you settle it by that day, or is that too soon?`,
  ),
  exchange(
    'before-answer',
    { to: settle, rulesOut: /forgot|lying under|done that already|don't recall|what's that for/i },
    `customer: Can you send it to me again? I can't find the paper.
     agent: Of course. By e-mail, or by post?
     customer: [By e-mail, then I have it at once|By post, please].
     agent: It's on its way. And when you have it, could you settle it by that day?`,
  ),
]
