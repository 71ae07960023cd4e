/**
 * What the words of a line in a transcript say, in the languages that agents often speak: English, German, Spanish and French. Guesses,
 * since the service does not report any of it.
 */

/** A person by any word: "speak to a real person", "a human I can talk to", "get me your manager". */
export const asksForPerson =
  /\b(?:speak|talk|transfer(?:red)?|connect(?:ed)?|put me through|get)\b.{0,30}\b(?:person|human|someone|somebody|manager|supervisor|representative|operator|colleague)\b|\b(?:real|actual|live) (?:person|human)\b|\b(?:human|person|somebody|someone) (?:I can|to) (?:speak|talk)\b|\bmit einem (?:menschen|mitarbeiter)\b|\bhablar con (?:una persona|alguien|un agente)\b|\bparler à (?:quelqu['’]un|une personne|un humain|un conseiller)\b/i

/** What an agent says when it offers a person. */
export const offersPerson =
  /\b(?:would you like|do you want|shall I|(?:I can|I will|I['’]ll|let me) (?:connect|transfer|put|get|pass))\b/i

export const mailboxGreeting =
  /\b(?:leave (?:me )?a (?:short )?message|after the (?:tone|beep)|reached the (?:mailbox|voicemail)|voice ?mail(?:box)? of|forwarded to (?:an? )?(?:automat|voice ?mail)|automat(?:ed|ic) (?:voice )?messag(?:e|ing) system|nach dem (?:signal)?ton|después de la señal|después del tono|après le (?:bip|signal))\b/i

/** A mailbox greets in one of the first lines of a call. */
export const maxGreetingLines = 3
