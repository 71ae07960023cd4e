/** Passwords in requests. */
import * as z from 'zod/mini'
import { minPasswordLength } from './endpoint-parts.ts'

/** A password that somebody enters to sign in or to confirm. Has a maximum length, because signing in is public. */
export const enteredPassword = z.string().check(z.minLength(1), z.maxLength(256))
export const newPassword = enteredPassword.check(z.minLength(minPasswordLength))
/** The signed-in operator's password, for changes that have to be confirmed. */
export const ownPassword = z.optional(z.string().check(z.maxLength(256)))
