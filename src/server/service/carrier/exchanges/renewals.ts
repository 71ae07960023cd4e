import { exchange } from './exchange.ts'

const keep = /keep it for another year/i

/** Exchanges about plans. */
export const renewalExchanges = [
  exchange(
    'statement',
    { to: /plan\. It ends/i },
    `customer: Already? It feels as if I'd renewed it last month.
     agent: A year goes by quickly.`,
  ),
  exchange(
    'statement',
    { to: /plan\. It ends/i, rulesOut: /mov(e|ing) (house|next month)/i },
    `agent: [Let me make sure that I have the right home|First, let me check that I have the right home]. It's for {street}, isn't it?
     customer: [Yes, that's right|Yes, still the same|That's the one].`,
  ),
  exchange(
    'statement',
    { to: /plan\. It ends/i, unless: /had the letter/i, rulesOut: /your letter here|had the letter/i },
    `agent: It's for your home at {street}, is that still right?
     customer: No, that's the old address. We moved in the summer.
     agent: Then it's good that I ask. What's the new one?
     customer: {new_street}. It's the same town.
     agent, 3 to 6 s: {new_street}. And is there a gas boiler as well?
     customer: There is, a newer one even.
     agent: Then the plan simply goes with you. [I've changed the address|The address is changed].`,
  ),
  exchange(
    'statement',
    { to: /plan\. It ends/i },
    `customer: Which one do you mean? I've got something else with you as well, I think.
     agent: [One moment, I'll look it up|Let me have a look, one moment].
     agent, 8 to 20 s: There's only the home care plan here, for the heating at {street}.
     customer: Ah, right. Then the other one must be with the electricity people.
     agent: That may well be.`,
  ),
  exchange(
    'before-answer',
    { to: keep },
    `customer: Hold on, I've got your letter here somewhere. [Let me get it|I'll just fetch it].
     agent: [Take your time|No hurry], I'll wait.
     customer, 18 to 50 s: [So, here it is|Right, I've found it]. It says plan number {plan_number}. Is that the one?
     agent, 2 to 5 s: Yes, that's the one I mean. It covers the boiler, the controls and the pipes up to the meter.
     customer: And the yearly check is in it as well?
     agent: It is, the check comes every year without you asking for it. So, would you like to keep it for another year?`,
  ),
  exchange(
    'before-answer',
    { to: keep, side: 'yes', unless: /we moved/i },
    `customer: {amount}. You know, I've been with you all these years, and I don't think anybody ever gave me a discount.
     agent: That's a long time, and thank you for it. The price is the same for everybody, but I can look what you had from it.
     customer: Not much, that's just the point.
     agent: One moment, I'm looking.
     agent, 6 to 14 s: I have it here. There was one repair last winter, and the yearly check. On their own, the two would have cost more than the plan.
     customer: The valve, that's right. I'd forgotten about that. Still, all these years should count for something.
     agent: I see your point. I can't change the price myself, but I'm writing it down, word for word, for those who make it.
     customer: Do that, please.
     agent: I have. So, would you like to keep it for another year?`,
  ),
  exchange(
    'before-answer',
    { to: keep },
    `customer: [Can I ask at home for a second?|Wait, let me ask at home.] [It's not only for me to say|I don't decide that alone].
     agent: Of course, I'll stay on the line.
     customer, 14 to 40 s: So. The question is what happens if the boiler has to be replaced altogether.
     agent: Then the plan pays for the work, and you get the new one at cost price.
     customer: Okay. That's what we weren't sure about.
     agent: [Then, would you like to keep it|So, would you like to go on with it]?`,
  ),
  exchange(
    'before-answer',
    { to: keep, rulesOut: /hardly used|don't think I need/i },
    `customer: Before I say yes or no. We had a pressure drop in the spring. Is that covered, too?
     agent: It is. Topping it up, finding the leak, and repairing it.
     customer: And if somebody has to come on a Sunday?
     agent: That's included as well, at no extra charge.
     customer: Okay. Last time I didn't dare to call on the weekend.
     agent: You can, any time. So, would you like to keep it for another year?`,
  ),
  exchange(
    'after-answer',
    { to: keep, side: 'yes' },
    `agent: And shall we take it from the same account as before?
     customer: Yes, the same one.`,
  ),
  exchange(
    'after-answer',
    { to: keep, side: 'yes' },
    `agent: And is the bank account still the same?
     customer: No, we changed banks in [March|May|the summer|September]. Do you need the number?
     agent: Not on the phone, for your safety. You can put it in yourself, in your account under Payments.
     customer: On the computer. Hm. And if I can't find it?
     agent: Then call us, and somebody goes through it with you. There's time until the first of the month.
     customer: Okay. I'll try it tonight.`,
  ),
  exchange(
    'after-answer',
    { to: keep, side: 'yes' },
    `agent: [Let me put that in, one moment|One moment, I'm putting it in].
     agent, 6 to 14 s: [There, that's done|So, it's in].`,
  ),
  exchange(
    'after-answer',
    { to: keep, side: 'no', answer: /don't think so|don't think I need|hardly used/i },
    `agent: May I ask whether you have something else for the boiler then?
     customer: My neighbour knows about these things. That has to do.
     agent: I see.`,
  ),
  exchange(
    'closing',
    { to: /cover goes on without a gap/i, unless: /free month|put it in yourself/i },
    `agent: So, to sum it up: the plan goes on for another year, at {amount} a month, and you don't have to do anything. Is that as you wanted it?
     customer: [Yes, that's right|Yes, exactly so].`,
  ),
  exchange(
    'closing',
    { to: /put it in yourself/i, unless: /free month/i },
    `agent: So, to sum it up: the plan goes on for another year, at {amount} a month. The one thing left for you is the new bank account. Is that as you wanted it?
     customer: [Yes, that's how I have it, too|Yes, I won't forget the bank].`,
  ),
  exchange(
    'closing',
    { to: /cover goes on without a gap/i },
    `customer: [One thing, though. |Wait, before I forget. |]Who do I call when something breaks at night?
     agent: The same number, day and night. The night shift is in the office, too, it's no answering machine.
     customer: [Good, I'll write that down|That's good to know].`,
  ),
  exchange(
    'closing',
    { to: /cover goes on without a gap/i },
    `customer: [Just a question. What|And what|What] do I do first when the heating goes off? Last time I was quite lost.
     agent: Look at the pressure first, the needle should be in the green. If it is, press the reset button once, for three seconds.
     customer: And if nothing happens then?
     agent: Then leave it, and call us. We look at it with you, and if that doesn't help, somebody comes, mostly on the same day.
     customer: The needle, and then the button. I'll remember that.`,
  ),
  exchange(
    'closing',
    { to: /cover goes on without a gap/i },
    `customer: On which day is it taken from my account?
     agent: On the first of the month.
     customer: I see, thanks.`,
  ),
  // After the cancellation of a plan.
  exchange(
    'statement',
    { to: /you left our home care plan/i },
    `customer: Last year? That's a while ago. Why do you ask now?
     agent: Because we've changed a few things since then, and we'd like to know whether they're the right ones.
     customer: Fair enough.`,
  ),
  exchange(
    'after-answer',
    { to: /made you leave/i, side: 'yes', answer: /nobody came|call three times|couldn't tell what/i },
    `agent: And did you tell anybody at the time?
     customer: I wrote it on the form when I cancelled. Nobody ever asked.
     agent: Then we should have called you much earlier. I'm sorry.`,
  ),
  exchange(
    'after-answer',
    { to: /made you leave/i, side: 'yes', unless: /whole system replaced/i },
    `agent: May I ask what you have now instead?
     customer: [Nothing. I call somebody when it breaks, and so far it hasn't|My brother-in-law does it. More or less].
     agent: [I see, thank you|Thank you, I've noted that].`,
  ),
  exchange(
    'after-answer',
    { to: /made you leave/i, side: 'yes' },
    `customer: And I'll tell you something else. When I cancelled, it took {letters} letters until somebody believed me.
     agent: That many? Let me look that up, one moment.
     agent, 10 to 25 s: You're right, I can see them. They were stamped, and then they lay for a month.
     customer: The last one I sent by registered mail. Can you imagine?
     agent: I can, and I'm sorry. That was our mistake, not yours.
     customer: I mean, I'd paid on time all those years. And then you have to beg to be let go.
     agent: You shouldn't have had to. I'm writing it down as you say it, with all of the letters.
     customer: Good. Please do.`,
  ),
  exchange(
    'statement',
    { to: /first three months are half of that/i },
    `customer: And for how long do I have to sign up?
     agent: Not at all. You can leave at the end of any month.
     customer: Hm. That's better than it was.`,
  ),
  exchange(
    'statement',
    { to: /first three months are half of that/i },
    `customer: Does that include somebody coming on a weekend?
     agent: It does, since the spring.
     customer: And how long do I wait then? I once waited for nine days.
     agent: Two working days at most. In winter, when there's no heating at all, it's the same day.
     customer: Is that a promise, or do you just say so?
     agent: It's written in the terms. If we don't keep it, you don't pay for that month.
     customer: Okay. That's something.`,
  ),
  // The larger plan.
  exchange(
    'statement',
    { to: /two repairs with us/i },
    `customer: Yes, the pump, and then the thermostat. Don't remind me.
     agent: That was a lot for one year, I know.`,
  ),
  exchange(
    'statement',
    { to: /two repairs with us/i },
    `customer: Two? I only remember one.
     agent: Let me look that up, one moment.
     agent, 8 to 20 s: One was the pump. The other was a valve in the cellar, two weeks later.
     customer: Ah, the valve. You're right.`,
  ),
  exchange(
    'before-answer',
    { to: /shall I change it from next month/i },
    `customer: And what did I pay for those two, do you have that?
     agent: One moment, I'm adding it up.
     agent, 8 to 20 s: Together about as much as four years of the difference.
     customer: Four years. Okay.
     agent: So, shall I change it from next month?`,
  ),
  exchange(
    'before-answer',
    { to: /shall I change it from next month/i },
    `customer: Wait, I'll get the last invoice. I want to see what I pay now.
     agent: Of course, I'll wait.
     customer, 20 to 55 s: So, I've got it in front of me. And it's {small_amount} more than what it says here?
     agent: Exactly, and nothing else changes.
     customer: And what isn't in it? There's always something.
     agent: Anything that was broken before the plan began. And damage by frost, if the heating was off for the winter.
     customer: That's fair.
     agent: So, shall I change it from next month?`,
  ),
  exchange(
    'after-answer',
    { to: /shall I change it from next month/i, side: 'yes' },
    `agent: [Let me put that in, one moment|One moment, I'm putting it in].
     agent, 6 to 14 s: [There we are|So, it's in].`,
  ),
  exchange(
    'closing',
    { to: /You'll see it on your next invoice/i },
    `customer: [Just a question. |]Does the technician stay the same?
     agent: Mostly, yes. You get whoever is on duty in your part of town.
     customer: [All right|I see, thanks].`,
  ),
  exchange(
    'closing',
    { to: /You'll see it on your next invoice/i },
    `agent: To sum it up: from next month you have the larger plan, for {small_amount} more, and repairs are free.
     customer: [Yes, that's how I understood it|Yes, good].`,
  ),
  exchange(
    'statement',
    { to: /plan\. It ends/i },
    `customer: Ah yes, I've had the letter. I'd put it aside for the weekend.
     agent: Then I hope that I'm calling at the right time.
     customer: [Sure|It's fine]. Go on.`,
  ),
  exchange(
    'statement',
    { to: /plan\. It ends/i },
    `customer: It ends? Does the heating go off then?
     agent: No, nothing goes off. Only repairs wouldn't be covered any more.
     customer: Ah. You gave me a fright.`,
  ),
  exchange(
    'before-answer',
    { to: keep, side: 'yes' },
    `customer: Is it cheaper if I pay for the whole year at once?
     agent: Let me look, one moment.
     agent, 6 to 14 s: By one month. You'd pay for eleven instead of twelve.
     customer: Hm. And if I need the money back in the summer?
     agent: Then you get back what's left, month by month.
     customer: No, leave it at monthly. That's easier for me.
     agent: All right. So, would you like to keep it for another year?`,
  ),
  exchange(
    'before-answer',
    { to: keep },
    `customer: Tell me honestly, does one need this? My son says that it's a waste of money.
     agent: It depends on the boiler. In its first years one can do without. Later, one repair mostly costs more than the plan.
     customer: Mine isn't the youngest any more.
     agent: Then it's your decision, but I'd keep it.
     customer: You would say that, wouldn't you?
     agent: I would, yes. But if it's a no, I put down a no, and nobody presses you.
     customer: Well, that's honest.
     agent: So, would you like to keep it?`,
  ),
]
