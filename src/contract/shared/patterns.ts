/** The forms of numbers and e-mail addresses. No zod, because pages import this. */

/** E.164: + then country code then number (specification 4.3 rule 4). */
export const e164Pattern = /^\+[1-9]\d{6,14}$/
export const emailPattern = /^\S+@\S+$/
export const longestEmailAddress = 254

/** Whether a text can be an e-mail address. The length first, because the pattern would take minutes on a long text. */
export const isEmailAddress = (text: string): boolean => text.length <= longestEmailAddress && emailPattern.test(text)
